/** An admin whose account all programs share. */
export type Staff = { id: string; email: string; password: string; secret: string }

/** Addresses of the running product, and the data that its programs share. */
export type Place = {
  /** The tree that the product was started from. */
  root: string
  dataFolder: string
  url: string
  mailboxUrl: string
  businessHubUrl: string
  onboardingUrl: string
  /** The environment variables of the product and its commands. */
  environment: Record<string, string>
  /** Two super admins who have held their role for two days, so that each may approve the other's requests. */
  staff: [Staff, Staff]
}

/** The environment variable with the path of the place's file. */
export const placeVariable = 'CAPABILITIES_PLACE'
