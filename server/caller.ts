import type { Locale } from '#contract/locale.ts'
import type { MachineScope } from '#contract/machine.ts'
import type { Me } from '#contract/me.ts'
import type { Permission, Role } from '#contract/permission.ts'
import type { Proof } from '#contract/refusal.ts'

/** Where a request came from, for the audit log, rate limits and mails. */
export type Origin = {
  ipAddress: string
  /** The User-Agent header, at most 400 characters. */
  userAgent: string
  requestId: string
  /** The cookie of a browser in which a user has logged in before. */
  browserToken?: string | undefined
  /** The cookie of the session of this area: a login ends or renews what is open in this browser. */
  sessionToken?: string | undefined
}

export type Caller =
  | UserCaller
  | AttemptCaller
  | AdminCaller
  | AdminAttemptCaller
  | PlatformCaller
  | ServiceCaller

export type UserCaller = Origin & {
  kind: 'user'
  userId: string
  sessionId: string
  permissions: readonly string[]
  preferredLanguage: Locale
  expiresAt: Date
  /** The login or the last step-up authentication, by the database's clock; not loaded for `GET /users/me`. */
  verified: { minutesAgo: number; methods: readonly string[] } | undefined
  findProofs: () => Promise<Proof[]>
  /** Loaded together with the session for `GET /users/me` only. */
  me?: Me | undefined
}

/** A decoy in place of a login attempt: see domain/login-attempt.ts. */
type Decoy = { accountId: string; key: string }

/** A user after the first step of a login, before the second; the id of nobody with a decoy. */
export type AttemptCaller = Origin & {
  kind: 'attempt'
  attemptId: string
  userId: string
  decoy?: Decoy | undefined
  /** Authentication methods of the first step (RFC 8176). */
  firstMethods: readonly string[]
}

export type AdminCaller = Origin & {
  kind: 'admin'
  adminId: string
  sessionId: string
  roles: readonly Role[]
  permissions: readonly Permission[]
  expiresAt: Date
  /** Since the last step-up authentication, by the database's clock. */
  minutesSinceStepUp: number | null
  findProofs: () => Promise<Proof[]>
}

/** An admin after the first step of a login, before the second; the id of nobody with a decoy. */
export type AdminAttemptCaller = Origin & {
  kind: 'admin-attempt'
  attemptId: string
  adminId: string
  decoy?: Decoy | undefined
  firstMethods: readonly string[]
}

/** A platform's server, by an access token for client credentials. */
export type PlatformCaller = Origin & {
  kind: 'platform'
  platformId: string
  scopes: readonly string[]
}

/** A service account in the admin API, by an access token of the last five minutes. */
export type ServiceCaller = Origin & {
  kind: 'service'
  serviceId: string
  scopes: readonly MachineScope[]
  permissions: readonly Permission[]
}

/** Who calls an endpoint of the admin API that is open to service accounts. */
export type AdminOrService = AdminCaller | ServiceCaller

export function callerIdOf(caller: AdminOrService): string {
  return caller.kind === 'service' ? caller.serviceId : caller.adminId
}
