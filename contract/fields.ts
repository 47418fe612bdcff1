import * as z from 'zod/mini'
import { locales } from './locale.ts'
import { lengthOf, passwordLength } from './password-length.ts'
import { isTimeZone } from './time-zone.ts'
import { named, namedObject } from './named.ts'

/**
 * Fields shared by several endpoints. The message of a check is a key: the browser displays the text with that key, and
 * the server answers with the error code of that name, if there is one. Of several faults of a field, a form shows the
 * first: for an empty text `required`, whether or not further checks accept an empty text.
 */

// oxlint-disable-next-line no-control-regex -- it matches control characters to reject them
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
// HTML standard, "valid email address". Matching takes linear time for any input.
const address = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9.-]{1,190}$/
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

export const required = z.string().check(z.minLength(1, 'required'), z.maxLength(1024, 'tooLong'))

/** The email address of an account or invitation that may exist already, normalized like `email`. */
export const knownEmail = z.string().check(
  z.overwrite((value) => value.normalize('NFKC').trim().toLowerCase()),
  z.minLength(1, 'required'),
  z.refine(noFormula, 'startsWithEquals'),
  z.maxLength(254, 'invalidEmail'),
  z.refine(isAddress, 'invalidEmail'),
)

/**
 * An email address, normalized (NFKC, trimmed, lower case) so that equal addresses compare equal. Its local part must
 * not end in a dot (RFC 5321 dot-string), which older versions accepted.
 */
export const email = knownEmail.check(z.refine((value) => !value.includes('.@'), 'invalidEmail'))

/** Returns a schema of text without control characters and without a leading = of any width (spreadsheet formula). */
export function freeText(maximum: number) {
  return z.string().check(
    z.overwrite((value) => value.normalize('NFC').trim()),
    z.maxLength(maximum, 'tooLong'),
    z.refine((value) => !control.test(value) && value.isWellFormed(), 'invalidCharacters'),
    z.refine(noFormula, 'startsWithEquals'),
  )
}

export function requiredText(maximum: number) {
  return freeText(maximum).check(z.minLength(1, 'required'))
}

export const phone = freeText(32).check(z.regex(/^(?:\+?[0-9 ()./-]{4,32})?$/, 'invalidPhone'))

export const timezone = z.string().check(z.refine(isTimeZone, 'invalidTimeZone'))
named('TimeZone', timezone)

export const locale = named('Language', z.enum(locales))

/** A time in a reply, in ISO 8601. The server may return a Date, which `serve` serializes. */
export const time: z.ZodMiniType<string, Date | string> = z.iso.datetime()

/** A new password. Only its length is checked here; `passwordFaults` checks the rules that depend on the user. */
export const newPassword = z.string().check(
  z.minLength(1, 'required'),
  z.refine((value) => value === '' || lengthOf(value) >= passwordLength.minimum, 'tooShort'),
  z.refine((value) => lengthOf(value) <= passwordLength.maximum, 'tooLong'),
)

type Confirmed<Name extends string> = Record<Name | 'confirmPassword', string>

/** Requires `confirmPassword` to equal the field `name`. Also runs if other fields are invalid. */
export function confirmed<Name extends string>(name: Name) {
  return z.refine<Confirmed<Name>>((values) => values[name] === values.confirmPassword, {
    path: ['confirmPassword'],
    error: 'passwordsDiffer',
    when: ({ value }) => {
      const values = (value ?? {}) as Partial<Record<string, unknown>>
      return typeof values[name] === 'string' && Boolean(values['confirmPassword'])
    },
  })
}

/** A code of six digits. Digits are converted to ASCII, and other characters removed, by `plainDigits`. */
export const oneTimeCode = z
  .string()
  .check(z.overwrite(plainDigits), z.minLength(1, 'required'), z.regex(/^[0-9]{6}$/, 'sixDigits'))

/** The token of a one-time link. */
export const linkToken = z.string().check(z.minLength(1, 'required'), z.maxLength(512, 'tooLong'))

/** Keeps only digits, converting Arabic, Persian and full-width ones to ASCII. Removes digits of other scripts. */
export function plainDigits(text: string): string {
  return (
    text
      .normalize('NFKC')
      // The last four bits of an Arabic or Persian digit are its value.
      .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
      .replaceAll(/[^0-9]/g, '')
  )
}

/** Returns true if the text consists of digits that `plainDigits` converts. */
export function hasOnlyDigits(text: string): boolean {
  return /^[0-9\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]+$/.test(text)
}

function noFormula(value: string): boolean {
  return !value.normalize('NFKC').startsWith('=')
}

/**
 * Returns true for a valid email address by the HTML standard. Its local part must have no leading or double dots, and
 * its domain must contain a dot and not be an IP address.
 */
function isAddress(value: string): boolean {
  if (!address.test(value)) return false
  const [local = '', domain = ''] = value.split('@')
  if (local.startsWith('.') || local.includes('..')) return false
  const labels = domain.split('.')
  return (
    labels.length > 1 &&
    labels.every((each) => label.test(each)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  )
}

/**
 * A UUID in lower case. The audit log and two-person approval, which reads the log, compare ids as text, so a record
 * must not have two spellings of its id.
 */
// oxlint-disable-next-line ids/one-spelling -- the definition of the spelling
export const uuid = z.uuid().check(z.toLowerCase())

/**
 * The id of a record in a path: a UUID, in lower case as in `uuid`, or the id of a platform or service account. A
 * malformed id answers 404, like an unknown one (`isId`).
 */
export const recordId = z
  .string()
  .check(z.overwrite((text) => (isId(text) ? text.toLowerCase() : text)))

export const idParams = z.object({ id: recordId })

export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

export const pageSize = { default: 50, max: 200 } as const

/** Returns a schema of a list of at most `max` items, without duplicates; `rule` is the error of a longer list. */
export function distinctList<Item extends z.ZodMiniType>(
  item: Item,
  max: number,
  rule = 'tooMany',
) {
  return z.array(item).check(
    z.maxLength(max, rule),
    z.overwrite((values) => [
      ...new Map(values.map((each) => [JSON.stringify(each), each])).values(),
    ]),
  )
}

/** The query of every list: page size and cursor. */
export const pageQuery = {
  limit: z.optional(
    z.pipe(z.transform(parseDigits), z.int().check(z.minimum(1), z.maximum(pageSize.max))),
  ),
  /** The value of the header x-next-cursor. It is signed and valid only for the same list and caller. */
  cursor: z.optional(z.string().check(z.maxLength(2000))),
}

/** Converts a string of digits to a number. Returns any other value unchanged, such as 0x5, 1e1, 1.0 or a space. */
function parseDigits(value: unknown): unknown {
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
}

export type PageQuery = { limit?: number | undefined; cursor?: string | undefined }

/** The secret for a new authenticator app, in three formats. */
export const authenticatorKey = namedObject('AuthenticatorKey', {
  /** The secret in Base32. */
  secret: z.string(),
  otpauthUrl: z.string(),
  /** An SVG image as a data URL. */
  qrCode: z.string(),
})

export type AuthenticatorKey = z.output<typeof authenticatorKey>

const etag = z.string().check(z.regex(/^"\d{1,9}"$/, 'invalidEtag'))

/** The headers of a change: `If-Match` contains the `etag` of the version that was edited (RFC 9110 §13.1.1). */
export const ifMatch = z.object({ 'if-match': etag })

/** The headers of a change with optional `If-Match`. Without it, the change overwrites any version. */
export const optionalIfMatch = z.object({ 'if-match': z.optional(etag) })

export function etagOf(version: number): string {
  return `"${version}"`
}

export function versionOf(etag: string): number {
  return Number(etag.slice(1, -1))
}
