import type { Endpoint } from '#contract/endpoint.ts'
import { errorCodes, commonErrors, Refusal } from '#contract/refusal.ts'
import type { AdminCaller, Caller } from './caller.ts'
import { config } from './config.ts'

const proxy = '/auth-proxy/login'

/** Lets a call in or refuses it: who may is what its endpoint says, and nothing else. */
export function authorize(caller: Caller | undefined, { access, stepUp }: Endpoint): void {
  if (access === 'anyone') return
  if (access === 'login-attempt' || access === 'admin-login-attempt') {
    const wanted = access === 'login-attempt' ? 'attempt' : 'admin-attempt'
    if (caller?.kind !== wanted) throw new Refusal(errorCodes.loginExpired)
    return
  }
  if (access === 'admin' || (typeof access === 'object' && 'adminWithAnyOf' in access)) {
    if (caller?.kind !== 'admin') throw adminNotLoggedIn()
    if (access !== 'admin') requireAnyOf(caller.permissions, access.adminWithAnyOf)
    if (stepUp) requireFreshCode(caller)
    return
  }
  if (typeof access === 'object' && 'platformWithScope' in access) {
    if (caller?.kind !== 'platform') throw new Refusal(errorCodes.invalidToken)
    requireAnyOf(caller.scopes, [access.platformWithScope])
    return
  }
  if (caller?.kind !== 'user') throw new Refusal(commonErrors.notLoggedIn)
  if (access !== 'user') requireAnyOf(caller.permissions, access.userWithAnyOf)
}

/** For a deed that only at times wants a code of the last five minutes. */
function requireFreshCode({ hasRecentStepUp }: AdminCaller): void {
  if (hasRecentStepUp) return
  const { adminSignIn, adminUrl } = config
  // Her authenticator is known to the identity provider alone: she shows there anew who she is.
  const elsewhere = adminSignIn === 'oidc' && { redirectTo: `${adminUrl}${proxy}?fresh=1` }
  throw new Refusal(errorCodes.stepUpRequired, elsewhere || {})
}

/** Where the company's identity provider logs admins in, the refusal says where to go (requirement ER-01). */
function adminNotLoggedIn(): Refusal {
  if (config.adminSignIn === 'local') return new Refusal(commonErrors.notLoggedIn)
  return new Refusal(commonErrors.adminNotLoggedIn, { redirectTo: config.adminUrl + proxy })
}

function requireAnyOf(held: readonly string[], needed: readonly string[]): void {
  if (!needed.some((permission) => held.includes(permission)))
    throw new Refusal(commonErrors.forbidden)
}
