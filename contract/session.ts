/** Reasons why a session ended without a logout in its browser, which then displays the reason (M7). */
export const sessionEnds = [
  'endedIdle',
  'endedExpired',
  'endedElsewhere',
  'endedBySupport',
  'endedPassword',
  'endedInactive',
] as const
export type SessionEnd = (typeof sessionEnds)[number]

/** The maximum number of codes or passwords that can be tried in one login attempt or with one link (ST-07). */
export const maxTries = 5
