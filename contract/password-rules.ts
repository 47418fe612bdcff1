import { lengthOf, passwordLength } from './password-length.ts'
import { errorCodes, commonErrors, type Fault } from './refusal.ts'

/** Data of the user that a password must not contain. */
export type Person = { email?: string; firstname?: string; lastname?: string }

/** Error codes of an endpoint that sets a first password. */
export const firstPasswordErrors = [
  'tooShort',
  'notStrong',
  'personalPassword',
  'passwordsDiffer',
  'commonPassword',
] as const

/** Error codes of an endpoint that can replace a password. */
export const passwordErrors = [...firstPasswordErrors, 'recentPassword'] as const

// ASCII punctuation, specification §5
const special = /[!-/:-@[-`{-~]/

/**
 * Error codes of the rules that need no database, in display order (specification §5).
 * @public (tools/check-codes.ts)
 */
export const passwordRuleCodes = {
  tooShort: errorCodes.tooShort,
  tooLong: commonErrors.invalidInput,
  noUppercase: errorCodes.notStrong,
  noLowercase: errorCodes.notStrong,
  noNumber: errorCodes.notStrong,
  noSpecial: errorCodes.notStrong,
  startsWithSpecial: errorCodes.startsWithSpecial,
  personalPassword: errorCodes.personalPassword,
} as const

export type PasswordRule = keyof typeof passwordRuleCodes

export type PasswordContext = { person: Person; isSignUp: boolean }

/** Returns the rules that a password breaks in its NFKC form, the form that is hashed. */
export function brokenRules(password: string, context: PasswordContext): PasswordRule[] {
  const text = password.normalize('NFKC')
  const length = lengthOf(password)
  const broken: Record<PasswordRule, boolean> = {
    tooShort: length < passwordLength.minimum,
    tooLong: length > passwordLength.maximum,
    noUppercase: !/\p{Lu}/u.test(text),
    noLowercase: !/\p{Ll}/u.test(text),
    noNumber: !/\p{Nd}/u.test(text),
    noSpecial: !special.test(text),
    startsWithSpecial: context.isSignUp && special.test(text.charAt(0)),
    personalPassword: personalPart(text, context.person) !== undefined,
  }
  return (Object.keys(passwordRuleCodes) as PasswordRule[]).filter((rule) => broken[rule])
}

/** Returns the broken rules as faults of an error response: rule, error code and field. */
export function passwordFaults(password: string, context: PasswordContext, field: string): Fault[] {
  return brokenRules(password, context).map((rule) => ({
    code: passwordRuleCodes[rule],
    field,
    rule,
  }))
}

/** Returns the part of the user's names or email address that the password contains, or undefined. */
export function personalPart(password: string, person: Person): string | undefined {
  const text = folded(password)
  return personalParts(person).find((part) => text.includes(part))
}

function personalParts({ email = '', firstname = '', lastname = '' }: Person): string[] {
  const words = folded(`${firstname} ${lastname} ${email}`).split(/[^\p{L}\p{N}]+/u)
  // Whole segments, too: `x-1y` is too short as the words `x` and `1y`.
  const segments = folded(email.split('@')[0] ?? '').split(/[+.]/)
  return [...new Set([...words, ...segments])].filter((part) => [...part].length >= 3)
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
