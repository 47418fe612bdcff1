/** An admin whom every program logs in. */
export type Staff = { id: string; email: string; password: string; secret: string }

/** Addresses of the product that runs, and what its programs share. */
export type Place = {
  /** The tree that the product was started from. */
  root: string
  dataFolder: string
  url: string
  mailboxUrl: string
  businessHubUrl: string
  onboardingUrl: string
  /** Environment variables that the product and its commands run with. */
  environment: Record<string, string>
  /** Two super admins who have held their role for two days: each may decide what the other requests. */
  staff: [Staff, Staff]
}

/** Names the file of the place for the programs. */
export const placeVariable = 'CAPABILITIES_PLACE'
