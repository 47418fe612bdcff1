import * as z from 'zod/mini'
import { locales } from './locale.ts'
import { passwordLength } from './password-rules.ts'
import { isTimeZone } from './time-zone.ts'

/**
 * The fields that forms share. A message is a key: the screen finds its words under it, and where a
 * refusal has the same name, the server answers with that refusal's code.
 */

// oxlint-disable-next-line no-control-regex -- control characters are what is refused
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
// One @, no spaces, a dotted domain: linear in its length, whatever is typed.
const address = /^[^\s@"<>(),;:\\[\]]{1,64}@[^\s@"<>(),;:\\[\]]{1,190}$/

export const required = z.string().check(z.minLength(1, 'required'), z.maxLength(1024, 'tooLong'))

/** Trimmed, NFKC, lower case: the form in which addresses are compared. */
export const email = z.string().check(
  z.overwrite((value) => value.normalize('NFKC').trim().toLowerCase()),
  z.minLength(1, 'required'),
  z.maxLength(254, 'invalidEmail'),
  z.refine(isAddress, { error: 'invalidEmail' }),
)

/** Text that a person writes about herself: no control characters, no start of a spreadsheet formula. */
export function freeText(maximum: number) {
  return z.string().check(
    z.overwrite((value) => value.normalize('NFC').trim()),
    z.maxLength(maximum, 'tooLong'),
    z.refine((value) => !control.test(value) && value.isWellFormed(), {
      error: 'invalidCharacters',
    }),
    z.refine((value) => !value.startsWith('='), { error: 'startsWithEquals' }),
  )
}

export function requiredText(maximum: number) {
  return freeText(maximum).check(z.minLength(1, 'required'))
}

export const phone = freeText(32).check(
  z.refine((value) => value === '' || /^\+?[0-9 ()./-]{4,32}$/.test(value), {
    error: 'invalidPhone',
  }),
)

export const timezone = z.string().check(z.refine(isTimeZone, { error: 'invalidTimeZone' }))

export const locale = z.enum(locales)

/** A new password's length; the rules that know the person are checked by the deed. */
export const newPassword = z.string().check(
  z.minLength(1, 'required'),
  z.refine((value) => value === '' || lengthOf(value) >= passwordLength.minimum, {
    error: 'tooShort',
  }),
  z.refine((value) => lengthOf(value) <= passwordLength.maximum, { error: 'tooLong' }),
)

type Confirmed<Name extends string> = Record<Name | 'confirmPassword', string>

/** The confirmation says the same as the field of that name; judged also while other fields are wrong. */
export function confirmed<Name extends string>(name: Name) {
  return z.refine<Confirmed<Name>>((sent) => sent[name] === sent.confirmPassword, {
    path: ['confirmPassword'],
    error: 'passwordsDiffer',
    when: ({ value }) => {
      const sent = (value ?? {}) as Partial<Record<string, unknown>>
      return typeof sent[name] === 'string' && Boolean(sent['confirmPassword'])
    },
  })
}

/** Six digits; the field has already taken away spaces, dashes and other scripts' digits. */
export const oneTimeCode = z
  .string()
  .check(z.overwrite(plainDigits), z.minLength(1, 'required'), z.regex(/^[0-9]{6}$/, 'sixDigits'))

/** The token of a mailed link. */
export const linkToken = z.string().check(z.minLength(1, 'required'), z.maxLength(512, 'tooLong'))

/** Keeps the digits of any script, as ASCII. */
export function plainDigits(text: string): string {
  const digits = [...text.normalize('NFKC')].map((sign) => {
    const code = sign.codePointAt(0) ?? 0
    if (code >= 0x0660 && code <= 0x0669) return String(code - 0x0660)
    if (code >= 0x06f0 && code <= 0x06f9) return String(code - 0x06f0)
    return /[0-9]/.test(sign) ? sign : ''
  })
  return digits.join('')
}

function isAddress(value: string): boolean {
  if (!address.test(value) || control.test(value)) return false
  const domain = value.split('@')[1] ?? ''
  return (
    domain.split('.').length > 1 &&
    domain.split('.').every((label) => /^[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?$/u.test(label))
  )
}

function lengthOf(value: string): number {
  return [...value.normalize('NFKC')].length
}
