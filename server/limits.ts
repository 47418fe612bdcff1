import * as z from 'zod/mini'

const count = whole(1, 1_000_000)
const minutes = whole(1, 10_080)

/** Every number of the limits (requirements LI-01, LI-02): how often, and for how long. */
export const limitVariables = {
  LIMIT_ADDRESS_FAILURES: [count, '10', '10'],
  LIMIT_ADDRESS_MINUTES: [minutes, '10', '10'],
  LIMIT_BROWSER_FAILURES: [count, '10', '10'],
  LIMIT_BROWSER_MINUTES: [minutes, '10', '10'],
  LIMIT_ACCOUNT_FAILURES: [count, '5', '5'],
  LIMIT_ACCOUNT_MINUTES: [minutes, '30', '30'],
  LIMIT_FORGOT_PER_MAIL: [count, '3', '3'],
  LIMIT_FORGOT_PER_ADDRESS: [count, '10', '10'],
  LIMIT_FORGOT_MINUTES: [minutes, '10', '10'],
  LIMIT_TWO_FACTOR_LINKS: [count, '3', '3'],
  LIMIT_TWO_FACTOR_MINUTES: [minutes, '10', '10'],
  LIMIT_UNKNOWN_LINKS: [count, '100', '100'],
  LIMIT_UNKNOWN_MINUTES: [minutes, '10', '10'],
  LIMIT_SIGN_ONS: [count, '600', '600'],
  LIMIT_SIGN_ON_MINUTES: [minutes, '10', '10'],
  LIMIT_PLATFORM_INVITATIONS: [count, '100', '100'],
  LIMIT_PLATFORM_READS: [count, '600', '600'],
  LIMIT_PLATFORM_MINUTES: [minutes, '10', '10'],
} as const

type Values = {
  [N in keyof typeof limitVariables]: z.output<(typeof limitVariables)[N][0]>
}

/** So many tries within so many minutes; the next one waits for so many. */
export type Limit = { most: number; withinMinutes: number; blockMinutes: number }

/** Failures at an account count in a row, however slowly they come: forgotten after a day. */
const inARowMinutes = 24 * 60

export function limitsOf(values: Values) {
  const account = {
    most: values.LIMIT_ACCOUNT_FAILURES,
    withinMinutes: inARowMinutes,
    blockMinutes: values.LIMIT_ACCOUNT_MINUTES,
  }
  const browser = limit(values.LIMIT_BROWSER_FAILURES, values.LIMIT_BROWSER_MINUTES)
  return {
    addressFailures: limit(values.LIMIT_ADDRESS_FAILURES, values.LIMIT_ADDRESS_MINUTES),
    browserPassword: browser,
    browserCode: browser,
    accountPassword: account,
    accountCode: account,
    forgotPerMail: limit(values.LIMIT_FORGOT_PER_MAIL, values.LIMIT_FORGOT_MINUTES),
    forgotPerAddress: limit(values.LIMIT_FORGOT_PER_ADDRESS, values.LIMIT_FORGOT_MINUTES),
    twoFactorLinks: limit(values.LIMIT_TWO_FACTOR_LINKS, values.LIMIT_TWO_FACTOR_MINUTES),
    signOns: limit(values.LIMIT_SIGN_ONS, values.LIMIT_SIGN_ON_MINUTES),
    platformInvitations: limit(values.LIMIT_PLATFORM_INVITATIONS, values.LIMIT_PLATFORM_MINUTES),
    platformReads: limit(values.LIMIT_PLATFORM_READS, values.LIMIT_PLATFORM_MINUTES),
    unknownLinks: limit(values.LIMIT_UNKNOWN_LINKS, values.LIMIT_UNKNOWN_MINUTES),
  }
}

function limit(most: number, minutes: number): Limit {
  return { most, withinMinutes: minutes, blockMinutes: minutes }
}

/** A whole number within bounds. */
export function whole(minimum: number, maximum: number) {
  return z.coerce
    .number('is not a number')
    .check(
      z.int('is not a whole number'),
      z.minimum(minimum, `is below ${minimum}`),
      z.maximum(maximum, `is above ${maximum}`),
    )
}
