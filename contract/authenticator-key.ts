import * as z from 'zod/mini'

/** What a new authenticator is given, in three forms that say the same. */
export const authenticatorKey = z.object({
  /** Base32. */
  secret: z.string(),
  otpauthUrl: z.string(),
  /** An SVG picture as a data URL. */
  qrCode: z.string(),
})

export type AuthenticatorKey = z.output<typeof authenticatorKey>
