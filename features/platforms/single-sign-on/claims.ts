import { getMe } from '#domain/me.ts'
import { db } from '#server/db.ts'
import { currentRequest } from './oidc-request.ts'
import { multiFactor, singleFactor } from './portal-session.ts'

/** Scopes of a user's login. */
export const loginScopes = ['openid', 'profile', 'email', 'offline_access']
/** Scopes of the platform itself, by client credentials. */
export const clientCredentialScopes = ['invitations']

/** The claims that each scope brings. */
export const claimsByScope = {
  openid: ['sub', 'auth_time', 'acr', 'amr'],
  profile: ['name', 'given_name', 'family_name', 'locale', 'zoneinfo', 'partner'],
  email: ['email'],
}

export const acrValues = [multiFactor, singleFactor]

/** Returns all claims about a user; the library picks those of the granted scopes. */
export async function claimsOf(userId: string) {
  const me = await getMe(db, { ...currentRequest().origin, userId })
  return {
    sub: me.id,
    name: `${me.firstname} ${me.lastname}`.trim(),
    given_name: me.firstname,
    family_name: me.lastname,
    email: me.email,
    locale: me.preferredLanguage,
    zoneinfo: me.timezone,
    partner: me.partner,
  }
}

/** Whether the request names claims besides those that the library provides. */
export function hasOwnClaims(requested: object): boolean {
  return Object.keys(requested).some((name) => !claimsByScope.openid.includes(name))
}
