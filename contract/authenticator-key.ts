import * as z from 'zod/mini'

/** The secret of a new authenticator app, in three forms. */
export const authenticatorKey = z.object({
  /** Base32. */
  secret: z.string(),
  otpauthUrl: z.string(),
  /** An SVG picture as a data URL. */
  qrCode: z.string(),
})

export type AuthenticatorKey = z.output<typeof authenticatorKey>
