import type { Endpoint, StepUp } from '#contract/endpoint.ts'
import { errorCodes, commonErrors, Refusal } from '#contract/refusal.ts'
import type { AdminCaller, Caller } from './caller.ts'
import { config } from './config.ts'

const identityProviderLogin = '/auth-proxy/login'

/** Throws a Refusal unless the caller satisfies the endpoint's `access` and `stepUp`. */
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
    if (stepUp) requireStepUp(caller, stepUp)
    return
  }
  if (typeof access === 'object' && 'platformWithScope' in access) {
    if (caller?.kind !== 'platform') throw new Refusal(errorCodes.invalidToken)
    const scope = access.platformWithScope
    if (!caller.scopes.includes(scope)) throw new Refusal(commonErrors.forbidden, { scope })
    return
  }
  if (caller?.kind !== 'user') throw new Refusal(commonErrors.notLoggedIn)
  if (access !== 'user') requireAnyOf(caller.permissions, access.userWithAnyOf)
}

function requireStepUp({ minutesSinceStepUp }: AdminCaller, stepUp: StepUp): void {
  if (typeof stepUp === 'object') return
  if (minutesSinceStepUp !== null && minutesSinceStepUp < stepUp) return
  const { adminSignIn, adminUrl } = config
  // Only the identity provider knows the admin's authenticator, so step-up happens there.
  throw new Refusal(errorCodes.stepUpRequired, {
    redirectTo: adminSignIn === 'oidc' ? `${adminUrl}${identityProviderLogin}?fresh=1` : undefined,
  })
}

/** With an identity provider, the error carries its login address (requirement ER-01). */
function adminNotLoggedIn(): Refusal {
  if (config.adminSignIn === 'local') return new Refusal(commonErrors.notLoggedIn)
  return new Refusal(commonErrors.adminNotLoggedIn, {
    redirectTo: config.adminUrl + identityProviderLogin,
  })
}

function requireAnyOf(held: readonly string[], needed: readonly string[]): void {
  if (!needed.some((permission) => held.includes(permission)))
    throw new Refusal(commonErrors.forbidden)
}
