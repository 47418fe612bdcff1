import { errorCodes, commonErrors, type Fault } from './refusal.ts'

/** Whose password it is: what of her must not stand in it. */
export type Person = { email?: string; firstname?: string; lastname?: string }

export const passwordLength = { minimum: 12, maximum: 256 }

// ASCII punctuation, specification §5
const special = /[!-/:-@[-`{-~]/

/** The rules that a text alone can break, in the order in which they are shown (specification §5). */
const passwordRules = [
  'tooShort',
  'tooLong',
  'noUppercase',
  'noLowercase',
  'noNumber',
  'noSpecial',
  'startsWithSpecial',
  'personalPassword',
] as const

export type PasswordRule = (typeof passwordRules)[number]

export type PasswordContext = { person: Person; isSignUp: boolean }

/** The rules that a password breaks. It is judged in its normal form, which is also what is hashed. */
export function brokenRules(password: string, context: PasswordContext): PasswordRule[] {
  const text = password.normalize('NFKC')
  const length = [...text].length
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
  return passwordRules.filter((rule) => broken[rule])
}

const codes: Record<PasswordRule, number> = {
  tooShort: errorCodes.tooShort,
  tooLong: commonErrors.invalidInput,
  noUppercase: errorCodes.notStrong,
  noLowercase: errorCodes.notStrong,
  noNumber: errorCodes.notStrong,
  noSpecial: errorCodes.notStrong,
  startsWithSpecial: errorCodes.startsWithSpecial,
  personalPassword: errorCodes.personalPassword,
}

/** The same as an answer says it: each rule with its code and the field that it stands at. */
export function passwordFaults(password: string, context: PasswordContext, field: string): Fault[] {
  return brokenRules(password, context).map((rule) => ({ code: codes[rule], field, rule }))
}

/** The part of her names or address that stands in the password, if one does. */
export function personalPart(password: string, person: Person): string | undefined {
  const text = folded(password)
  return personalParts(person).find((part) => text.includes(part))
}

function personalParts({ email = '', firstname = '', lastname = '' }: Person): string[] {
  const words = [firstname, lastname, email].flatMap((value) =>
    folded(value).split(/[^\p{L}\p{N}]+/u),
  )
  const segments = folded(email.split('@')[0] ?? '').split(/[+.]/)
  return [...new Set([...words, ...segments])].filter((part) => [...part].length >= 3)
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
