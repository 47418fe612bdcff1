/**
 * Reasons why a session ended without a logout in its browser; the login page of that browser then displays the reason
 * (M7). `endedIdle`: idle timeout. `endedExpired`: maximum duration. `endedElsewhere`: the user ended it in another
 * browser. `endedBySupport`: an admin ended it. `endedPassword`: the password was changed. `endedInactive`: the account
 * or its company was deactivated, or the account was locked.
 */
const sessionEnds = [
  'endedIdle',
  'endedExpired',
  'endedElsewhere',
  'endedBySupport',
  'endedPassword',
  'endedInactive',
] as const
export type SessionEnd = (typeof sessionEnds)[number]

/** The reasons that the login page knows: those of the server, and one for a session whose cookie is gone. */
export const loginReasons = [...sessionEnds, 'endedUnknown'] as const
export type LoginReason = (typeof loginReasons)[number]

/** The maximum number of codes or passwords that can be tried in one login attempt or with one link (ST-07). */
export const maxAttempts = 5
