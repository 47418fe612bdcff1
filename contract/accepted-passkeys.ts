import * as z from 'zod/mini'
import { namedObject } from './named.ts'

/** The valid passkeys of an account on one host; input of `PublicKeyCredential.signalAllAcceptedCredentials`. */
export const acceptedPasskeys = namedObject('AcceptedPasskeys', {
  rpId: z.string(),
  userHandle: z.string(),
  credentialIds: z.array(z.string()),
})

export type AcceptedPasskeys = z.output<typeof acceptedPasskeys>
