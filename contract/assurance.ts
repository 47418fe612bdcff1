/** Values of `acr`: single-factor and multi-factor (REFEDS), and phishing-resistant (OpenID EAP ACR Values). */
export const singleFactor = 'https://refeds.org/profile/sfa'
export const multiFactor = 'https://refeds.org/profile/mfa'
export const phishingResistant = 'phr'

/** Values of `acr` from lowest to highest; each satisfies all lower ones. */
export const acrs = [singleFactor, multiFactor, phishingResistant] as const
export type Acr = (typeof acrs)[number]

/** The values of `acr` that a platform's registration can require. */
export const requirableAcrs = [multiFactor, phishingResistant] as const

/** The maximum authentication age that a platform can set: the default of a session's absolute timeout, 12 hours. */
export const maxAssuranceMinutes = 720
