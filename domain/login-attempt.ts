import { randomUUIDv7 } from 'node:crypto'
import { maxTries } from '#contract/session.ts'
import { config } from '#server/config.ts'
import { affects, purgeOf, row, run, sql, type Db } from '#server/db.ts'
import { randomToken, tokenFor, tokenHash } from '#server/secret.ts'
import { nobody } from './account.ts'
import { hasPasskey } from './passkey.ts'

/** Between password and code (ST-07). */
const lifetime = '10 minutes'

/**
 * An attempt after a wrong password or of an unknown address, where the first step tells nobody apart. Nothing is right
 * in it: each of its calls works and answers as that of another attempt.
 */
export type Decoy = {
  /** `nobody` for an unknown address. */
  accountId: string
  /** Stands for the address where there is no account. */
  key: string
}

/** `userId` is `nobody` for a decoy, so that a call that knows no decoys does nothing for its account. */
export type LoginAttempt = { id: string; userId: string; decoy: Decoy | undefined }

/** The attempt's password is still the current one and was not reported: otherwise the attempt is over. */
const hasPassword = sql`exists (
  select from passwords p
  where p.id = login_attempts.password_id and p.compromised_at is null
    and not exists (select from passwords newer where newer.user_id = p.user_id
                      and (newer.created_at, newer.id) > (p.created_at, p.id)))`

/** What the second step of a login takes. */
export type SecondFactorMethod = 'passkey' | 'otp' | 'recovery'

/** The token is for the attempt's cookie. Without a method, the set-up of the first one comes next. */
type StartedAttempt = { token: string; isDecoy: boolean; methods: SecondFactorMethod[] }

/**
 * Starts a login attempt of a user or an admin, with the verified password or else the current one. Where it leads to
 * the set-up of the first authenticator, it ends older attempts of the account.
 */
export function createLoginAttempt(
  db: Db,
  userId: string,
  passwordId?: string,
): Promise<StartedAttempt> {
  return insertAttempt(db, { userId, passwordId })
}

/** What a uniform first step found. */
type UniformStep = {
  area: 'user' | 'admin'
  email: string
  userId: string | undefined
  /** Of the right password. */
  passwordId: string | undefined
  /** Where the step stays counted as a failure until the login is completed. */
  ipAddress: string | undefined
  isInactive: boolean
}

/**
 * Starts an attempt, or a decoy where the password was wrong, by the same statement. Nor does an inactive account
 * get further without a second factor, after which it would be told.
 */
export function createUniformAttempt(db: Db, step: UniformStep): Promise<StartedAttempt> {
  return insertAttempt(db, step)
}

/** Stands for an email address that has no account, in counts and decoys. */
export function addressKey(email: string): string {
  return tokenFor('login-address', email)
}

async function insertAttempt(
  db: Db,
  step: Pick<UniformStep, 'userId' | 'passwordId'> & Partial<UniformStep>,
): Promise<StartedAttempt> {
  const token = randomToken()
  const { area = null, email, userId = null, passwordId = null, isInactive = false } = step
  const ipAddress = step.ipAddress ?? null
  const emailHash = email === undefined ? null : Buffer.from(addressKey(email), 'base64url')
  const isWrong = email !== undefined && passwordId === null
  const hasAuthenticator = sql`exists (
    select from second_factors f where f.user_id = ${userId} and f.confirmed_at is not null)`
  const hasFactor = sql`(${hasAuthenticator} or ${hasPasskey(sql`${userId}`)})`
  const started = await row<Omit<StartedAttempt, 'token'>>(db)`
    with judged as (
      select has_factor, ${isWrong}::boolean or (${isInactive}::boolean and not has_factor) as is_decoy
      from (select ${hasFactor} as has_factor) found),
    ended as (
      delete from login_attempts
      where user_id = ${userId} and (select not has_factor and not is_decoy from judged))
    insert into login_attempts
      (id, user_id, area, password_id, is_decoy, email_hash, ip_address, token_hash, expires_at)
    select ${randomUUIDv7()}, ${userId}::uuid,
           coalesce(${area}::text, (select kind from accounts where id = ${userId})),
           case when not is_decoy then
             coalesce(${passwordId}::uuid, (select id from passwords where user_id = ${userId}
                                            order by created_at desc, id desc limit 1)) end,
           is_decoy, case when is_decoy then ${emailHash}::bytea end, ${ipAddress}::text,
           ${tokenHash(token)}, now() + ${lifetime}::interval
    from judged
    returning is_decoy, case when ${hasFactor} then array_remove(array[
        case when ${hasPasskey(sql`${userId}`)} then 'passkey' end, case when ${hasAuthenticator} then 'otp' end,
        (select 'recovery' from recovery_codes where user_id = ${userId} and used_at is null limit 1)
      ], null) else '{}' end as methods`
  if (!started) throw new Error('the login attempt was not created')
  return { token, ...started }
}

type FoundAttempt = { id: string; userId: string | null; isDecoy: boolean; emailHash: Buffer }

/** Undefined for an expired attempt, and for one of the other kind of account. */
export async function findLoginAttempt(
  db: Db,
  token: string,
  area: 'user' | 'admin',
): Promise<LoginAttempt | undefined> {
  const found = await row<FoundAttempt>(db)`
    select id, user_id, is_decoy, email_hash from login_attempts
    where token_hash = ${tokenHash(token)} and area = ${area}
      and expires_at > now() and tries < ${maxTries} and (is_decoy or ${hasPassword})`
  if (!found) return undefined
  const { id, userId, isDecoy, emailHash } = found
  if (!isDecoy) return { id, userId: userId ?? nobody, decoy: undefined }
  const decoy = { accountId: userId ?? nobody, key: emailHash.toString('base64url') }
  return { id, userId: nobody, decoy }
}

/** Counts an attempt at a code, before its check. False after the fifth, and when the attempt is over. Atomic. */
export function consumeLoginTry(db: Db, id: string): Promise<boolean> {
  return affects(db)`
    update login_attempts set tries = tries + 1
    where id = ${id} and tries < ${maxTries} and expires_at > now() and (is_decoy or ${hasPassword})`
}

/** Ends an attempt that becomes a session, which no decoy does: it has no password. Atomic: defined for exactly one of any number of parallel calls. */
export function completeLoginAttempt(
  db: Db,
  id: string,
): Promise<{ ipAddress: string | null } | undefined> {
  return row<{ ipAddress: string | null }>(db)`
    delete from login_attempts
    where id = ${id} and expires_at > now() and ${hasPassword}
    returning ip_address`
}

export async function endLoginAttempts(db: Db, userId: string): Promise<void> {
  await run(db)`delete from login_attempts where user_id = ${userId}`
}

export const deleteExpiredLoginAttempts = purgeOf(
  'login_attempts',
  sql`expires_at <= now() - ${config.retention.expired}::interval`,
)
