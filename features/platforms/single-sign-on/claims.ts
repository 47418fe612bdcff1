import type { Sql } from 'sql-template-tag'
import { machineScopeNames } from '#contract/machine.ts'
import { extraScopes, loginScopes } from '#contract/scope.ts'
import { nameOf } from '#contract/full-name.ts'
import { platformRolesOf } from '#domain/platforms/platform-role.ts'
import { platformOfClient } from '#domain/platforms/test-login.ts'
import { db, row, sql } from '#server/db.ts'

/** Scopes that a platform gets for itself by client credentials. */
export const clientCredentialScopes = ['invitations']

export const allScopes = [
  ...loginScopes,
  ...extraScopes,
  ...clientCredentialScopes,
  ...machineScopeNames,
]

/** The claims that each scope includes. */
export const claimsByScope = {
  openid: ['sub', 'auth_time', 'acr', 'amr'],
  profile: [
    'name',
    'given_name',
    'family_name',
    'preferred_username',
    'locale',
    'zoneinfo',
    'updated_at',
    'partner',
  ],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
  roles: ['roles'],
}

type ClaimsRequest = {
  /** Place of the claims: `id_token` or `userinfo`. */
  use: string
  /** The granted scopes. */
  scope: string
  /** The claims that the request names (OpenID Connect Core §5.5). */
  requested: object
  /** The user's facts if they were already read with the token. */
  user: UserFacts | undefined
}

/** The part of a client's registration that controls its claims. */
type Registration = { clientId: string; scope?: string | undefined; id_token_claims?: unknown }

/**
 * Finds the claims about a user for an ID token or userinfo. An ID token contains the claims of the scopes only if the
 * platform's registration says so. No response contains claims of a scope that the registration does not list.
 */
export async function findClaims(userId: string, client: Registration, request: ClaimsRequest) {
  const hasOnlyNamedClaims = request.use === 'id_token' && client.id_token_claims === false
  const requestedNames = new Set([
    ...(hasOnlyNamedClaims ? [] : claimNamesOf(request.scope)),
    ...Object.keys(request.requested),
  ])
  const names = claimNamesOf(client.scope).filter((name) => requestedNames.has(name))
  if (names.every((name) => claimsByScope.openid.includes(name))) return { sub: userId }
  const claims: Record<string, unknown> = claimsOfUser(
    request.user ?? (await readUser(userId, client.clientId)),
  )
  const namesWithValue = names.filter((name) => name in claims)
  return { sub: userId, ...Object.fromEntries(namesWithValue.map((name) => [name, claims[name]])) }
}

type DescribedPlatform = { platformId: string; idTokenClaims: boolean; scope: string }

/**
 * Returns the claims about a user that a platform would get with all its scopes, without those about the login itself.
 */
export async function describeUser(
  userId: string,
  { platformId, idTokenClaims, scope }: DescribedPlatform,
) {
  const client = { clientId: platformId, scope, id_token_claims: idTokenClaims }
  const user = await readUser(userId, platformId)
  const [idToken, userInfo] = await Promise.all(
    ['id_token', 'userinfo'].map((use) =>
      findClaims(userId, client, { use, scope, requested: {}, user }),
    ),
  )
  return { idToken: idToken ?? {}, userInfo: userInfo ?? {} }
}

function claimNamesOf(scopes = ''): string[] {
  const byScope: Record<string, string[]> = claimsByScope
  return scopes.split(' ').flatMap((scope) => byScope[scope] ?? [])
}

/** The data that a user's claims are built from. */
export type UserFacts = {
  email: string
  firstname: string
  lastname: string
  preferredLanguage: string
  timezone: string
  phone: string
  updatedAt: Date
  partner: { id: string; name: string } | null
  /** The user's roles on the platform; null for a platform without roles. */
  roles: string[] | null
}

/** Returns the columns of UserFacts for user `u` and company `p`. The roles are those on the client's platform. */
export function userColumns(clientId: Sql): Sql {
  return sql`
  u.email, u.firstname, u.lastname, u.preferred_language, u.timezone, u.phone,
  greatest(coalesce(u.updated_at, u.created_at), p.renamed_at) as updated_at,
  case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end as partner,
  ${platformRolesOf(platformOfClient(clientId))} as roles`
}

async function readUser(userId: string, clientId: string): Promise<UserFacts> {
  const user = await row<UserFacts>(db)`
    select ${userColumns(sql`${clientId}::text`)} from users u left join partners p on p.id = u.partner_id
    where u.id = ${userId}`
  if (!user) throw new Error(`no user ${userId}`)
  return user
}

function claimsOfUser(user: UserFacts) {
  return {
    name: nameOf(user).trim(),
    given_name: user.firstname,
    family_name: user.lastname,
    preferred_username: user.email,
    locale: user.preferredLanguage,
    zoneinfo: user.timezone,
    updated_at: Math.floor(user.updatedAt.getTime() / 1000),
    partner: user.partner,
    roles: user.roles ?? [],
    email: user.email,
    // Every account is created through a link that was mailed to its address.
    email_verified: true,
    ...(user.phone !== '' && { phone_number: user.phone, phone_number_verified: false }),
  }
}
