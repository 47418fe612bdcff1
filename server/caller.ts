import type { Locale } from '#contract/locale.ts'
import type { Me } from '#contract/me.ts'
import type { Permission, Role } from '#contract/permission.ts'

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
export type Caller = UserCaller | AttemptCaller | AdminCaller | AdminAttemptCaller | PlatformCaller

export type UserCaller = Origin & {
  kind: 'user'
  userId: string
  sessionId: string
  permissions: readonly string[]
  preferredLanguage: Locale
  expiresAt: Date
  /** What she may know of herself, where the call asks for just that. */
  me?: Me | undefined
}

/** Somebody whose password was right, and who owes a second factor. */
export type AttemptCaller = Origin & { kind: 'attempt'; attemptId: string; userId: string }

export type AdminCaller = Origin & {
  kind: 'admin'
  adminId: string
  sessionId: string
  roles: readonly Role[]
  permissions: readonly Permission[]
  expiresAt: Date
  /** When she last showed a code, and whether that is short enough ago. */
  stepUpAt: Date | null
  hasRecentStepUp: boolean
}

/** An admin whose password was right, and who owes a second factor. */
export type AdminAttemptCaller = Origin & {
  kind: 'admin-attempt'
  attemptId: string
  adminId: string
}

/** A platform that calls of its own accord, with nobody in front of it. */
export type PlatformCaller = Origin & {
  kind: 'platform'
  platformId: string
  scopes: readonly string[]
}
