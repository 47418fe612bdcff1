import type { Sql } from 'sql-template-tag'
import { testLogin } from '#contract/admin-links.ts'
import { extraScopes, loginScopes } from '#contract/scope.ts'
import { affects, purgeOf, run, scalar, sql, type Db, type Transaction } from '#server/db.ts'
import { isTokenFor, randomToken, tokenFor } from '#server/secret.ts'
import { urlOf } from '#server/url-of.ts'

/*
 * A test login tests a platform's registration with a separate client, so that no token is issued for the platform's
 * id. The id of the test client is longer than the id of a platform may be, so the two never collide.
 */

const isOpen = sql`expires_at > now() and used_at is null`

export function isTestClient(clientId: string): boolean {
  return /^test-[\w-]{43}$/.test(clientId)
}

/** Returns SQL for the platform of a client: the tested platform for a test client, otherwise the client itself. */
export function platformOfClient(clientId: Sql): Sql {
  // Reads a row only for ids that may be those of tests, because each sign-on runs this.
  return sql`case when ${clientId} like 'test-%' then coalesce(
      (select t.subsystem_id from test_logins t where t.client_id = ${clientId} and t.expires_at > now()), ${clientId})
    else ${clientId} end`
}

/** Returns the platform that a client tests; undefined for any other client, and ten minutes after the test began. */
export async function findTestedPlatform(db: Db, clientId: string): Promise<string | undefined> {
  if (!isTestClient(clientId)) return undefined
  return scalar<string>(db)`
    select subsystem_id from test_logins where client_id = ${clientId} and expires_at > now()`
}

/** Returns the redirect URI of a test, which is in the admin area, whatever URIs the platform has. */
export function testRedirectUri(platformId: string): string {
  return urlOf(testLogin({ platform: platformId }))
}

/**
 * Returns the scopes that a login of the platform may request. Omits scopes that only a later version knows, because
 * they would make the client invalid.
 */
export function scopesOfLogin(platform: { extraScopes: readonly string[] }): string[] {
  return [...loginScopes, ...extraScopes.filter((each) => platform.extraScopes.includes(each))]
}

/**
 * Returns state, nonce and PKCE verifier of a test. They are derived from the client id, so that nothing is stored and
 * any server can exchange the code.
 */
export function secretsOfTest(clientId: string) {
  return {
    state: tokenFor('test-login', `state ${clientId}`),
    nonce: tokenFor('test-login', `nonce ${clientId}`),
    verifier: tokenFor('test-login', `verifier ${clientId}`),
  }
}

type OfSession = { platformId: string; sessionId: string }

/** Starts a test and replaces an earlier one of this admin session. */
export async function createTestLogin(
  tx: Transaction,
  { platformId, sessionId }: OfSession,
): Promise<{ clientId: string; expiresAt: Date }> {
  const clientId = `test-${randomToken()}`
  const expiresAt = await scalar<Date>(tx)`
    insert into test_logins (admin_session_id, client_id, subsystem_id)
    values (${sessionId}, ${clientId}, ${platformId})
    on conflict (admin_session_id) do update
    set client_id = excluded.client_id, subsystem_id = excluded.subsystem_id,
        expires_at = excluded.expires_at, used_at = null
    returning expires_at`
  if (!expiresAt) throw new Error('the test login was not stored')
  return { clientId, expiresAt }
}

/**
 * Uses up the test of this admin session for the platform if `state` is right, and returns its client id; undefined
 * otherwise. Atomic: only one of any number of concurrent calls gets a client id.
 */
export async function consumeTestLogin(
  db: Db,
  { platformId, sessionId, state }: OfSession & { state: string },
): Promise<string | undefined> {
  const clientId = await scalar<string>(db)`
    select client_id from test_logins
    where admin_session_id = ${sessionId} and subsystem_id = ${platformId} and ${isOpen}`
  if (clientId === undefined || !isTokenFor('test-login', `state ${clientId}`, state))
    return undefined
  const isConsumed = await affects(db)`
    update test_logins set used_at = now() where client_id = ${clientId} and ${isOpen}`
  return isConsumed ? clientId : undefined
}

/** Deletes a test client, which invalidates its grants and tokens. */
export async function deleteTestLogin(tx: Transaction, clientId: string): Promise<void> {
  await run(tx)`delete from test_logins where client_id = ${clientId}`
}

export const deleteExpiredTestLogins = purgeOf('test_logins', sql`expires_at < now()`)
