import type { Locale } from '#contract/locale.ts'

/** From where a call came: what the audit log, the limits and the mails know of it. */
export type Origin = {
  ipAddress: string
  /** The browser's own description of itself, shortened. */
  userAgent: string
  requestId: string
  /** What a browser in which somebody has logged in before is known by. */
  browserToken?: string | undefined
}

/** Who calls. */
export type Caller = UserCaller | AttemptCaller

export type UserCaller = Origin & {
  kind: 'user'
  userId: string
  sessionId: string
  permissions: readonly string[]
  preferredLanguage: Locale
  expiresAt: Date
}

/** Somebody whose password was right, and who owes a second factor. */
export type AttemptCaller = Origin & { kind: 'attempt'; attemptId: string; userId: string }
