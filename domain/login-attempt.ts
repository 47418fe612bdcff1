import { randomUUIDv7 } from 'node:crypto'
import { config } from '#server/config.ts'
import { batchSize, row, run, sql, type Db } from '#server/db.ts'
import { randomToken, tokenHash } from '#server/secret.ts'

/** The state between password and code: 10 minutes and 5 codes (requirement ST-07). */
const lifetime = '10 minutes'
const mostTries = 5

export type LoginAttempt = { id: string; userId: string }

/** It ends with its password: one that was set or disowned meanwhile completes no login begun with the old one. */
const hasPassword = sql`exists (
  select from passwords p
  where p.id = login_attempts.password_id and p.compromised_at is null
    and not exists (select from passwords newer where newer.user_id = p.user_id
                      and (newer.created_at, newer.id) > (p.created_at, p.id)))`

/** The token goes into its cookie; without a second factor, one is to be set up next. */
type BegunLogin = { token: string; hasSecondFactor: boolean }

/** Begins one, of a person or an admin, by the password that was right, or by the one that was just set. */
export async function createLoginAttempt(
  db: Db,
  userId: string,
  passwordId?: string,
): Promise<BegunLogin> {
  const token = randomToken()
  const begun = await row<{ hasSecondFactor: boolean }>(
    db,
    sql`
    insert into login_attempts (id, user_id, password_id, token_hash, expires_at)
    select ${randomUUIDv7()}, ${userId},
           coalesce(${passwordId ?? null}::uuid, (select id from passwords where user_id = ${userId}
                                                  order by created_at desc, id desc limit 1)),
           ${tokenHash(token)}, now() + ${lifetime}::interval
    returning exists (select from second_factors f
                      where f.user_id = login_attempts.user_id and f.confirmed_at is not null)
              as has_second_factor`,
  )
  if (!begun) throw new Error('the login was not begun')
  return { token, ...begun }
}

/** One that an admin has begun is none for a person, and the other way round. */
export function findLoginAttempt(
  db: Db,
  token: string,
  kind: 'user' | 'admin',
): Promise<LoginAttempt | undefined> {
  return row<LoginAttempt>(
    db,
    sql`
    select login_attempts.id, login_attempts.user_id
    from login_attempts join accounts a on a.id = login_attempts.user_id
    where login_attempts.token_hash = ${tokenHash(token)} and a.kind = ${kind}
      and login_attempts.expires_at > now() and login_attempts.tries < ${mostTries}
      and ${hasPassword}`,
  )
}

/** Takes one try of a code, before the code is looked at, so that parallel guesses never exceed the five. */
export async function consumeLoginTry(db: Db, id: string): Promise<boolean> {
  const taken = await run(
    db,
    sql`
    update login_attempts set tries = tries + 1
    where id = ${id} and tries < ${mostTries} and expires_at > now() and ${hasPassword}`,
  )
  return taken === 1
}

/** Ends an attempt that led to a session; false when another call was faster. */
export async function completeLoginAttempt(db: Db, id: string): Promise<boolean> {
  const completed = await run(
    db,
    sql`delete from login_attempts where id = ${id} and expires_at > now() and ${hasPassword}`,
  )
  return completed === 1
}

export async function endLoginAttempts(db: Db, userId: string): Promise<void> {
  await run(db, sql`delete from login_attempts where user_id = ${userId}`)
}

/** Forgets some of what has expired; how many. */
export function deleteExpiredLoginAttempts(db: Db): Promise<number> {
  return run(
    db,
    sql`
    delete from login_attempts where ctid = any(array(
      select ctid from login_attempts
      where expires_at <= now() - ${config.retention.expired}::interval limit ${batchSize}))`,
  )
}
