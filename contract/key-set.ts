import * as z from 'zod/mini'
import { named } from './named.ts'

const invalidKeys = 'invalidKeys'
const member = z.optional(z.string(invalidKeys).check(z.maxLength(8192, 'tooLong')))
const members = z.optional(z.array(member, invalidKeys).check(z.maxLength(10, 'tooMany')))
/** Members that only private and symmetric keys have. */
export const secretMembers = ['d', 'p', 'q', 'k'] as const
// Declared, because the check for private keys would not see an undeclared member.
const secret = z.optional(z.unknown())
/** A public key, with the members that RFC 7517 §4 and RFC 7518 §6 define. Other members are not stored. */
export const publicKey = z
  .object(
    {
      kty: z.enum(['RSA', 'EC', 'OKP'], {
        error: ({ input }) => (input === 'oct' ? 'symmetricKey' : invalidKeys),
      }),
      kid: member,
      alg: member,
      use: member,
      key_ops: members,
      x5u: member,
      x5c: members,
      x5t: member,
      'x5t#S256': member,
      n: member,
      e: member,
      crv: member,
      x: member,
      y: member,
      d: secret,
      p: secret,
      q: secret,
      k: secret,
    },
    invalidKeys,
  )
  .check(z.refine((jwk) => !secretMembers.some((each) => each in jwk), { error: 'privateKey' }))
/** Public keys (RFC 7517 §5). */
export const keySet = z.object(
  {
    keys: z
      .array(publicKey, invalidKeys)
      .check(z.minLength(1, invalidKeys), z.maxLength(10, 'tooMany')),
  },
  invalidKeys,
)
named('KeySet', keySet)
