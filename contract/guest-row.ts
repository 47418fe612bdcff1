import * as z from 'zod/mini'
import { email, locale, requiredText } from './fields.ts'
import { namedObject } from './named.ts'

/** A row of a list of users to invite. */
export const guestRow = namedObject('Guest', {
  email,
  firstname: requiredText(100),
  lastname: requiredText(100),
  preferredLanguage: locale,
})

export type GuestRow = z.output<typeof guestRow>

const typedText = z.string().check(z.maxLength(1000, 'tooLong'))

/** A row as typed, before validation. */
export const typedRow = namedObject('TypedGuest', {
  email: typedText,
  firstname: typedText,
  lastname: typedText,
  preferredLanguage: typedText,
})

/** A reason why a row cannot be sent. `company` names the user's company, or the company that invited the address. */
const rowFault = z.object({
  code: z.int(),
  field: z.string(),
  rule: z.string(),
  company: z.optional(z.string()),
})

export type RowFault = z.output<typeof rowFault>

export const checkedRow = namedObject('CheckedGuest', {
  /**
   * The effect of the row: an invitation (`invite`), or platforms for an existing user of the company (`give`). Null
   * for an invalid row.
   */
  outcome: z.nullable(z.enum(['invite', 'give'])),
  /** The faults of the row; empty if it is valid. */
  faults: z.array(rowFault),
})

export type CheckedRow = z.output<typeof checkedRow>

/** A header with a key that the caller chooses, a new one for each list. */
export const idempotencyKey = z.object({
  'idempotency-key': z.string().check(z.regex(/^[\x21-\x7e]{16,255}$/, 'invalidKey')),
})
