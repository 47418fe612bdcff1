import type { EndpointAccess } from '#contract/endpoint.ts'
import type { Locale } from '#contract/locale.ts'
import type { MachineScope } from '#contract/machine.ts'
import type { Me } from '#contract/me.ts'
import type { Permission, Role } from '#contract/permission.ts'
import type { Proof } from '#contract/refusal.ts'

/** The origin of a request, for the audit log, rate limits and emails. */
export type Origin = {
  ipAddress: string
  /** The User-Agent header, truncated to 400 characters. */
  userAgent: string
  requestId: string
  /** The cookie that identifies a browser in which a user has logged in before. */
  browserToken?: string | undefined
  /** The session cookie of this area, because a login ends or renews the session that is open in the browser. */
  sessionToken?: string | undefined
}

/** The caller of an endpoint, by the kind of authentication. */
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
  /** The last login or step-up authentication, by the database's clock; undefined for `GET /users/me`. */
  verified: { minutesAgo: number; methods: readonly string[] } | undefined
  /** Returns the proofs that the user can give in a step-up authentication. */
  findProofs: () => Promise<Proof[]>
  /** Loaded together with the session for `GET /users/me` only. */
  me?: Me | undefined
}

/** A login attempt after a wrong password or for an unknown address. domain/sign-in/login-attempt.ts has the fields. */
type Decoy = { accountId: string; key: string }

/** A user between the two login steps. For a decoy attempt, `userId` is a placeholder. */
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
  isSuspended: boolean
  /** Authentication methods of the session (RFC 8176); those of the latest step-up authentication are last. */
  methods: readonly string[]
  /** The permissions of the roles; fewer for a suspended admin. */
  permissions: readonly Permission[]
  expiresAt: Date
  /** Minutes since the last step-up authentication, by the database's clock; null if there was none. */
  minutesSinceStepUp: number | null
  /** Returns the proofs that the admin can give in a step-up authentication. */
  findProofs: () => Promise<Proof[]>
}

/** An admin between the two login steps. For a decoy attempt, `adminId` is a placeholder. */
export type AdminAttemptCaller = Origin & {
  kind: 'admin-attempt'
  attemptId: string
  adminId: string
  decoy?: Decoy | undefined
  /** Authentication methods of the first step (RFC 8176). */
  firstMethods: readonly string[]
}

/** A platform's server, authenticated by an access token for client credentials. */
export type PlatformCaller = Origin & {
  kind: 'platform'
  platformId: string
  scopes: readonly string[]
}

/** A service account in the admin API, authenticated by an access token issued within the last five minutes. */
export type ServiceCaller = Origin & {
  kind: 'service'
  serviceId: string
  scopes: readonly MachineScope[]
  permissions: readonly Permission[]
}

/** The caller of an admin endpoint that service accounts may call. */
export type AdminOrService = AdminCaller | ServiceCaller

export function callerIdOf(caller: AdminOrService): string {
  return caller.kind === 'service' ? caller.serviceId : caller.adminId
}

/** The caller of an endpoint with this access. */
export type CallerOf<A extends EndpointAccess> = A extends 'anyone'
  ? undefined
  : A extends 'login-attempt'
    ? AttemptCaller
    : A extends 'admin-login-attempt'
      ? AdminAttemptCaller
      : A extends 'admin' | { adminWithAnyOf: unknown }
        ? AdminCaller
        : A extends { platformWithScope: string }
          ? PlatformCaller
          : A extends 'service'
            ? ServiceCaller
            : UserCaller
