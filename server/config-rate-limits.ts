import type { Values } from './config-table.ts'

const dayMinutes = 24 * 60
/** Minutes in which failures at an account count as consecutive: they expire after a day without a failure. */
const consecutiveMinutes = dayMinutes

/** Returns the rate limits by name. Those that depend on no variable are constants (decision 147). */
export function limitsFrom(values: Values) {
  const failures = values.LIMIT_ADDRESS_FAILURES
  const signOns = values.LIMIT_SIGN_ONS
  const account = limit(values.LIMIT_ACCOUNT_FAILURES, 30, consecutiveMinutes)
  const browser = limit(values.LIMIT_BROWSER_FAILURES, 30)
  return {
    /** Failures from one IP address. */
    addressFailures: limit(failures, 10),
    browserPassword: browser,
    browserCode: browser,
    accountPassword: account,
    accountCode: account,
    /** Used codes of one account and browser that do not count as failures. */
    usedCodes: limit(failures, 10),
    /** Audit rows about refused access of one kind by one caller. */
    refusedAccess: limit(1, 1),
    /** Password links requested for one email address, or from one known browser. */
    forgotPerMail: limit(3, 10),
    /** Password links requested from one IP address. */
    forgotPerAddress: limit(failures, 10),
    /** Links for a new authenticator of one user; also new recovery codes. */
    twoFactorLinks: limit(3, 10),
    signOns: limit(signOns, 10),
    platformInvitations: limit(100, 10),
    platformReads: limit(600, 10),
    serviceCalls: limit(600, 10),
    /** Plans and applications of configuration files by one service account. */
    configurationCalls: limit(30, 10),
    testLogins: limit(20, 10),
    recoveryRequests: limit(3, dayMinutes),
    challenges: limit(signOns, 10),
    passkeyChallenges: limit(signOns, 10),
    wrongHumanChecks: limit(20, 10),
    /** Uses of one link, successful or not. */
    linkTries: limit(20, 10),
    /** Emails to one account about failures; each lasting effect of failures has its own limit. */
    failureMails: limit(1, dayMinutes),
    newPasswords: limit(10, 10),
    /** Mails about an invitation to a user who has an account. */
    invitationsOfUser: limit(1, 7 * dayMinutes),
    unknownLinks: limit(10 * failures, 10),
  }
}

/** Returns a limit of `max` uses within a period. The last of them blocks further uses for `blockMinutes`. */
function limit(max: number, blockMinutes: number, withinMinutes = blockMinutes) {
  return { max, withinMinutes, blockMinutes }
}
