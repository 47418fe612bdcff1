/** Why a session has ended without a logout in its browser; the browser that holds its cookie is told (M7). */
export const sessionEnds = [
  'endedIdle',
  'endedExpired',
  'endedElsewhere',
  'endedBySupport',
  'endedPassword',
  'endedInactive',
] as const
export type SessionEnd = (typeof sessionEnds)[number]

/** Codes or passwords that one login attempt or one link accepts (ST-07). */
export const maxTries = 5
