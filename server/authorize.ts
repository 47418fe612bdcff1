import * as links from '#contract/links.ts'
import { stepUpMinutes, type Endpoint } from '#contract/endpoint.ts'
import { allowsScope } from '#contract/machine.ts'
import { errorCodes, commonErrors, Refusal } from '#contract/refusal.ts'
import type { SessionEnd } from '#contract/session.ts'
import type { AdminCaller, Caller, ServiceCaller, UserCaller } from './caller.ts'
import { config } from './config.ts'
import { urlOf } from './url-of.ts'

/**
 * Throws a Refusal unless the caller satisfies the endpoint's `access` and `stepUp`. If the caller is not logged in, the
 * error contains `sessionEnd`, the reason why the session of their cookie ended.
 */
export async function authorize(
  caller: Caller | undefined,
  endpoint: Endpoint,
  sessionEnd?: SessionEnd,
): Promise<void> {
  const { access } = endpoint
  const minutes = stepUpMinutes(endpoint)
  if (caller?.kind === 'service') return requireScope(caller, endpoint)
  if (access === 'service') throw new Refusal(errorCodes.invalidToken)
  if (access === 'anyone') return
  if (access === 'login-attempt' || access === 'admin-login-attempt') {
    const kind = access === 'login-attempt' ? 'attempt' : 'admin-attempt'
    if (caller?.kind !== kind) throw new Refusal(errorCodes.loginExpired)
    return
  }
  if (access === 'admin' || (typeof access === 'object' && 'adminWithAnyOf' in access)) {
    if (caller?.kind !== 'admin') throw adminNotLoggedIn(sessionEnd)
    if (access !== 'admin') requireAnyOf(caller.permissions, access.adminWithAnyOf)
    else if (caller.isSuspended && !isOpenToSuspended(endpoint))
      throw new Refusal(commonErrors.forbidden)
    if (minutes !== undefined) await requireAdminStepUp(caller, minutes)
    return
  }
  if (typeof access === 'object' && 'platformWithScope' in access) {
    if (caller?.kind !== 'platform') throw new Refusal(errorCodes.invalidToken)
    const scope = access.platformWithScope
    if (!caller.scopes.includes(scope)) throw new Refusal(commonErrors.forbidden, { scope })
    return
  }
  if (caller?.kind !== 'user') throw notLoggedIn(commonErrors.notLoggedIn, sessionEnd)
  if (access !== 'user') requireAnyOf(caller.permissions, access.userWithAnyOf)
  if (minutes !== undefined) await requireUserStepUp(caller, minutes)
}

/** Returns true for the calls about the own account that a suspended admin may make: reads, and marked changes. */
function isOpenToSuspended({ method, whileSuspended }: Endpoint): boolean {
  return method === 'GET' || whileSuspended === true
}

/** Checks the scope only: a token proves a signature within the last five minutes, which counts as step-up. */
function requireScope({ scopes }: ServiceCaller, { machine: scope }: Endpoint): void {
  if (scope === undefined) throw new Refusal(commonErrors.forbidden)
  if (!allowsScope(scopes, scope)) throw new Refusal(commonErrors.forbidden, { scope })
}

/** Throws `stepUpRequired` unless the admin's last step-up authentication is less than `minutes` old. */
export async function requireAdminStepUp(caller: AdminCaller, minutes: number): Promise<void> {
  const { minutesSinceStepUp } = caller
  if (minutesSinceStepUp !== null && minutesSinceStepUp < minutes) return
  const { adminSignIn } = config
  const { stepUpRequired } = errorCodes
  if (adminSignIn !== 'oidc')
    throw new Refusal(stepUpRequired, { proofs: await caller.findProofs() })
  // Only the identity provider knows the admin's authenticator, so step-up happens there.
  const redirectTo = urlOf(links.authProxyLogin({ fresh: '1' }))
  throw new Refusal(stepUpRequired, { redirectTo })
}

/** Authentication methods (RFC 8176) of codes and passkeys. Recovery codes are missing: they serve only for a login. */
const secondFactorMethods = ['otp', 'hwk', 'swk']

/**
 * Returns true if the methods satisfy a step-up. With STEP_UP_FACTORS=2, they must also contain the password, or the
 * user verification of a passkey.
 */
function satisfiesStepUp(methods: readonly string[]): boolean {
  if (!methods.some((method) => secondFactorMethods.includes(method))) return false
  return config.stepUpFactors === 1 || ['pwd', 'user'].some((method) => methods.includes(method))
}

/**
 * Throws `stepUpRequired` unless the user's last step-up authentication is less than `minutes` old. A password suffices
 * if the account has no second factor, except with STEP_UP_FACTORS=2.
 */
export async function requireUserStepUp(caller: UserCaller, minutes: number): Promise<void> {
  const { verified } = caller
  const methods = verified && verified.minutesAgo < minutes ? verified.methods : []
  if (satisfiesStepUp(methods)) return
  const proofs = await caller.findProofs()
  if (methods.includes('pwd') && proofs.includes('password')) return
  throw new Refusal(errorCodes.stepUpRequired, { proofs })
}

/** Returns the error for a caller who is not an admin, with the URL of the identity provider's login if any (ER-01). */
export function adminNotLoggedIn(sessionEnd?: SessionEnd): Refusal {
  if (config.adminSignIn === 'local') return notLoggedIn(commonErrors.notLoggedIn, sessionEnd)
  return notLoggedIn(commonErrors.adminNotLoggedIn, sessionEnd, {
    redirectTo: urlOf(links.authProxyLogin()),
  })
}

function notLoggedIn(code: number, rule: SessionEnd | undefined, details = {}): Refusal {
  return new Refusal(code, { ...details, faults: [{ code, ...(rule && { rule }) }] })
}

function requireAnyOf(permissions: readonly string[], needed: readonly string[]): void {
  if (!needed.some((permission) => permissions.includes(permission)))
    throw new Refusal(commonErrors.forbidden)
}
