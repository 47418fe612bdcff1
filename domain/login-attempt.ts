import { randomUUIDv7 } from 'node:crypto'
import { maxTries } from '#contract/session.ts'
import { config } from '#server/config.ts'
import { affects, purgeOf, row, run, scalar, sql, type Db } from '#server/db.ts'
import { randomToken, tokenHash } from '#server/secret.ts'
import { hasPasskey } from './passkey.ts'

/** Between password and code (ST-07). */
const lifetime = '10 minutes'

export type LoginAttempt = { id: string; userId: string }

/** The attempt's password is still the current one and was not reported: otherwise the attempt is over. */
const hasPassword = sql`exists (
  select from passwords p
  where p.id = login_attempts.password_id and p.compromised_at is null
    and not exists (select from passwords newer where newer.user_id = p.user_id
                      and (newer.created_at, newer.id) > (p.created_at, p.id)))`

/** What the second step of a login takes. */
export type SecondFactorMethod = 'passkey' | 'otp' | 'recovery'

/** The token is for the attempt's cookie. Without a method, the set-up of the first one comes next. */
type StartedAttempt = { token: string; methods: SecondFactorMethod[] }

/**
 * Starts a login attempt of a user or an admin, with the verified password or else the current one. Where it leads to
 * the set-up of the first authenticator, it ends older attempts of the account.
 */
export async function createLoginAttempt(
  db: Db,
  userId: string,
  passwordId?: string,
): Promise<StartedAttempt> {
  const token = randomToken()
  const hasAuthenticator = sql`exists (
    select from second_factors f where f.user_id = ${userId} and f.confirmed_at is not null)`
  const hasFactor = sql`(${hasAuthenticator} or ${hasPasskey(userId)})`
  const methods = await scalar<SecondFactorMethod[]>(db)`
    with ended as (delete from login_attempts where user_id = ${userId} and not ${hasFactor})
    insert into login_attempts (id, user_id, password_id, token_hash, expires_at)
    select ${randomUUIDv7()}, ${userId},
           coalesce(${passwordId ?? null}::uuid, (select id from passwords where user_id = ${userId}
                                                  order by created_at desc, id desc limit 1)),
           ${tokenHash(token)}, now() + ${lifetime}::interval
    returning case when ${hasFactor} then array_remove(array[
        case when ${hasPasskey(userId)} then 'passkey' end, case when ${hasAuthenticator} then 'otp' end,
        (select 'recovery' from recovery_codes where user_id = ${userId} and used_at is null limit 1)
      ], null) else '{}' end`
  if (methods === undefined) throw new Error('the login attempt was not created')
  return { token, methods }
}

/** Undefined for an expired attempt, and for one of the other kind of account. */
export function findLoginAttempt(
  db: Db,
  token: string,
  kind: 'user' | 'admin',
): Promise<LoginAttempt | undefined> {
  return row<LoginAttempt>(db)`
    select login_attempts.id, login_attempts.user_id
    from login_attempts join accounts a on a.id = login_attempts.user_id
    where login_attempts.token_hash = ${tokenHash(token)} and a.kind = ${kind}
      and login_attempts.expires_at > now() and login_attempts.tries < ${maxTries}
      and ${hasPassword}`
}

/** Counts an attempt at a code, before its check. False after the fifth, and when the attempt is over. Atomic. */
export function consumeLoginTry(db: Db, id: string): Promise<boolean> {
  return affects(db)`
    update login_attempts set tries = tries + 1
    where id = ${id} and tries < ${maxTries} and expires_at > now() and ${hasPassword}`
}

/** Ends an attempt that becomes a session. Atomic: true for exactly one of any number of parallel calls. */
export function completeLoginAttempt(db: Db, id: string): Promise<boolean> {
  return affects(db)`
    delete from login_attempts where id = ${id} and expires_at > now() and ${hasPassword}`
}

export async function endLoginAttempts(db: Db, userId: string): Promise<void> {
  await run(db)`delete from login_attempts where user_id = ${userId}`
}

export const deleteExpiredLoginAttempts = purgeOf(
  'login_attempts',
  sql`expires_at <= now() - ${config.retention.expired}::interval`,
)
