import type { Endpoint } from '#contract/endpoint.ts'
import { all, common, Refusal } from '#contract/refusal.ts'
import type { AdminCaller, Caller } from './caller.ts'
import { config } from './config.ts'

const proxy = '/auth-proxy/login'

/** Lets a call in or refuses it: who may is what its endpoint says, and nothing else. */
export function admit(caller: Caller | undefined, { access, needsFreshCode }: Endpoint): void {
  if (access === 'anyone') return
  if (access === 'login-attempt' || access === 'admin-login-attempt') {
    const wanted = access === 'login-attempt' ? 'attempt' : 'admin-attempt'
    if (caller?.kind !== wanted) throw new Refusal(all.loginExpired)
    return
  }
  if (access === 'admin' || (typeof access === 'object' && 'adminWithAnyOf' in access)) {
    if (caller?.kind !== 'admin') throw adminNotLoggedIn()
    if (access !== 'admin') requireAnyOf(caller.permissions, access.adminWithAnyOf)
    if (needsFreshCode) requireFreshCode(caller)
    return
  }
  if (typeof access === 'object' && 'platformWithScope' in access) {
    if (caller?.kind !== 'platform') throw new Refusal(all.invalidToken)
    requireAnyOf(caller.scopes, [access.platformWithScope])
    return
  }
  if (caller?.kind !== 'user') throw new Refusal(common.notLoggedIn)
  if (access !== 'user') requireAnyOf(caller.permissions, access.userWithAnyOf)
}

/** For a deed that only at times wants a code of the last five minutes. */
function requireFreshCode({ hasFreshCode }: AdminCaller): void {
  if (hasFreshCode) return
  const { adminSignIn, adminUrl } = config
  // Her authenticator is known to the identity provider alone: she shows there anew who she is.
  const elsewhere = adminSignIn === 'oidc' && { redirectTo: `${adminUrl}${proxy}?fresh=1` }
  throw new Refusal(all.freshCodeNeeded, elsewhere || {})
}

/** Where the company's identity provider logs admins in, the refusal says where to go (requirement ER-01). */
function adminNotLoggedIn(): Refusal {
  if (config.adminSignIn === 'local') return new Refusal(common.notLoggedIn)
  return new Refusal(common.adminNotLoggedIn, { redirectTo: config.adminUrl + proxy })
}

function requireAnyOf(held: readonly string[], needed: readonly string[]): void {
  if (!needed.some((permission) => held.includes(permission))) throw new Refusal(common.forbidden)
}
