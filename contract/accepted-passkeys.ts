import * as z from 'zod/mini'

/** The passkeys that work for an account at a host, for `PublicKeyCredential.signalAllAcceptedCredentials`. */
export const acceptedPasskeys = z.object({
  rpId: z.string(),
  userHandle: z.string(),
  credentialIds: z.array(z.string()),
})

export type AcceptedPasskeys = z.output<typeof acceptedPasskeys>
