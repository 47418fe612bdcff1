import * as z from 'zod/mini'
import { email, locale, requiredText } from './fields.ts'

/** Rows of a list of guests, as an administrator types, checks and sends them. */

/** One guest of a list. */
export const guestRow = z.object({
  email,
  firstname: requiredText(100),
  lastname: requiredText(100),
  preferredLanguage: locale,
})

export type GuestRow = z.output<typeof guestRow>

const typed = z.string().check(z.maxLength(1000, 'tooLong'))

/** A row as it is typed. */
export const typedRow = z.object({
  email: typed,
  firstname: typed,
  lastname: typed,
  preferredLanguage: typed,
})

/** Why a row cannot be sent. `company` names the one that the user belongs to, or that has invited the address. */
const rowFault = z.object({
  code: z.int(),
  field: z.string(),
  rule: z.string(),
  company: z.optional(z.string()),
})

export type RowFault = z.output<typeof rowFault>

export const checkedRow = z.object({
  /** What the address gets: a link (`invite`), or the platforms for a user of the company (`give`). */
  outcome: z.nullable(z.enum(['invite', 'give'])),
  /** Without one the row is right. */
  faults: z.array(rowFault),
})

export type CheckedRow = z.output<typeof checkedRow>

/** Chosen by the caller, a new one for each list. */
export const idempotencyKey = z.object({
  'idempotency-key': z.string().check(z.regex(/^[\x21-\x7e]{16,255}$/, 'invalidKey')),
})
