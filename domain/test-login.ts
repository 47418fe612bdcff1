import type { Sql } from 'sql-template-tag'
import { extraScopes, loginScopes } from '#contract/scope.ts'
import { config } from '#server/config.ts'
import { affects, purgeOf, run, scalar, sql, type Db, type Transaction } from '#server/db.ts'
import { isTokenFor, randomToken, tokenFor } from '#server/secret.ts'

/*
 * A test login tries out a platform's registration with a client of its own, so that no token is issued for the
 * platform's id. Its id is longer than that of any platform.
 */

const isOpen = sql`expires_at > now() and used_at is null`

export function isTestClient(clientId: string): boolean {
  return /^test-[\w-]{43}$/.test(clientId)
}

/** For statements: the platform that a client stands for, which is the client itself unless it is that of a test. */
export function platformOfClient(clientId: Sql): Sql {
  // Each sign-on asks this: only for what may be a test is a row looked for.
  return sql`case when ${clientId} like 'test-%' then coalesce(
      (select t.subsystem_id from test_logins t where t.client_id = ${clientId} and t.expires_at > now()), ${clientId})
    else ${clientId} end`
}

/** Undefined for any other client, and ten minutes after the test began. */
export async function findTestedPlatform(db: Db, clientId: string): Promise<string | undefined> {
  if (!isTestClient(clientId)) return undefined
  return scalar<string>(db)`
    select subsystem_id from test_logins where client_id = ${clientId} and expires_at > now()`
}

/** Where the code of a test goes: to the admin area, whatever the platform's own addresses are. */
export function testRedirectUri(platformId: string): string {
  return `${config.adminUrl}/admin/test-login?platform=${platformId}`
}

/** What a login of the platform may ask for. Scopes of a later version would make its client invalid. */
export function scopesOfLogin(platform: { extraScopes: readonly string[] }): string[] {
  return [...loginScopes, ...extraScopes.filter((each) => platform.extraScopes.includes(each))]
}

/** What only the server that asks and the server that exchanges the code know; none of it is stored. */
export function secretsOfTest(clientId: string) {
  return {
    state: tokenFor('test-login', `state ${clientId}`),
    nonce: tokenFor('test-login', `nonce ${clientId}`),
    verifier: tokenFor('test-login', `verifier ${clientId}`),
  }
}

type OfSession = { platformId: string; sessionId: string }

/** Begins a test, in place of one that this session of an admin has begun before. */
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
 * Uses up the test that this session has begun for the platform, where `state` is that of its request. Atomic: a client
 * for exactly one of any number of parallel calls.
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

/** Ends a client with all that it got. */
export async function deleteTestLogin(tx: Transaction, clientId: string): Promise<void> {
  await run(tx)`delete from test_logins where client_id = ${clientId}`
}

export const deleteExpiredTestLogins = purgeOf('test_logins', sql`expires_at < now()`)
