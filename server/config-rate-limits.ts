import type { Values } from './config-table.ts'

/** The period in which failures at an account count as consecutive: they expire after a day without a failure. */
const inARowMinutes = 24 * 60

/** Returns the rate limits by name. */
export function limitsFrom(values: Values) {
  const account = limit(values.LIMIT_ACCOUNT_FAILURES, values.LIMIT_ACCOUNT_MINUTES, inARowMinutes)
  const browser = limit(values.LIMIT_BROWSER_FAILURES, values.LIMIT_BROWSER_MINUTES)
  return {
    addressFailures: limit(values.LIMIT_ADDRESS_FAILURES, values.LIMIT_ADDRESS_MINUTES),
    browserPassword: browser,
    browserCode: browser,
    accountPassword: account,
    accountCode: account,
    usedCodes: limit(values.LIMIT_USED_CODES, 10),
    refusedAccess: limit(1, 1),
    forgotPerMail: limit(values.LIMIT_FORGOT_PER_MAIL, values.LIMIT_FORGOT_MINUTES),
    forgotPerAddress: limit(values.LIMIT_FORGOT_PER_ADDRESS, values.LIMIT_FORGOT_MINUTES),
    twoFactorLinks: limit(values.LIMIT_TWO_FACTOR_LINKS, values.LIMIT_TWO_FACTOR_MINUTES),
    signOns: limit(values.LIMIT_SIGN_ONS, values.LIMIT_SIGN_ON_MINUTES),
    signOnsPerClient: limit(values.LIMIT_SIGN_ONS_PER_CLIENT, values.LIMIT_SIGN_ON_MINUTES),
    platformInvitations: limit(values.LIMIT_PLATFORM_INVITATIONS, values.LIMIT_PLATFORM_MINUTES),
    platformReads: limit(values.LIMIT_PLATFORM_READS, values.LIMIT_PLATFORM_MINUTES),
    serviceCalls: limit(values.LIMIT_SERVICE_CALLS, values.LIMIT_SERVICE_MINUTES),
    testLogins: limit(values.LIMIT_TEST_LOGINS, 10),
    recoveryRequests: limit(values.LIMIT_RECOVERY_REQUESTS, 24 * 60),
    challenges: limit(values.LIMIT_CHALLENGES, 10),
    passkeyChallenges: limit(values.LIMIT_PASSKEY_CHALLENGES, 10),
    wrongHumanChecks: limit(values.LIMIT_WRONG_HUMAN_CHECKS, 10),
    linkTries: limit(values.LIMIT_LINK_TRIES, 10),
    // One email a day.
    failureMails: limit(1, 24 * 60),
    newPasswords: limit(10, 10),
    // One invitation a week.
    invitationsOfUser: limit(1, 7 * 24 * 60),
    unknownLinks: limit(values.LIMIT_UNKNOWN_LINKS, values.LIMIT_UNKNOWN_MINUTES),
  }
}

function limit(max: number, blockMinutes: number, withinMinutes = blockMinutes) {
  return { max, withinMinutes, blockMinutes }
}
