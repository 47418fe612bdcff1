/** REFEDS profiles for logins with one factor and with several, and phishing-resistant ones (OpenID EAP ACR Values). */
export const singleFactor = 'https://refeds.org/profile/sfa'
export const multiFactor = 'https://refeds.org/profile/mfa'
export const phishingResistant = 'phr'

/** Values of `acr`, the lowest first: each one satisfies those before it. */
export const acrs = [singleFactor, multiFactor, phishingResistant] as const
export type Acr = (typeof acrs)[number]

/** What a platform's registration may ask for. */
export const requirableAcrs = [multiFactor, phishingResistant] as const

/** Most minutes that a platform may set: the absolute timeout of a session. */
export const maxAssuranceMinutes = 720
