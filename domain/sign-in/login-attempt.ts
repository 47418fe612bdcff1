import { randomUUIDv7 } from 'node:crypto'
import { maxAttempts } from '#contract/session.ts'
import { affects, purgeOf, row, run, sql, withoutDurabilityAlone, type Db } from '#server/db.ts'
import { randomToken, tokenFor, tokenHash } from '#server/secret.ts'
import { placeholderId } from '../accounts/account.ts'
import { hasUsablePasskey, type Passkey } from '../passkeys/passkey.ts'
import { hasFactor } from '../credentials/second-factor.ts'

/** Maximum time between the first and the second step of a login (ST-07). */
const lifetime = '10 minutes'

/**
 * An attempt after a wrong password or for an unknown email address, used if the first step of a login must not reveal
 * whether an account exists. It never succeeds, but does the same work and responds exactly like a real attempt.
 */
export type Decoy = {
  /** Account of the email address; the placeholder id for an unknown address. */
  accountId: string
  /** Key of the email address (`addressKey`), for counts if there is no account. */
  key: string
}

export type LoginAttempt = {
  id: string
  /**
   * Account of the attempt; the placeholder id for a decoy, so that code unaware of decoys does not act on the account.
   */
  userId: string
  decoy: Decoy | undefined
  /** True if the passkey of the first step may be synced; null if the first step was the password. */
  isSynced: boolean | null
}

/**
 * SQL condition on `login_attempts`: the passkey of the first step still works, or its password is still the current
 * one and was not reported as compromised. Otherwise the attempt has ended. For a decoy, the current password is read
 * too, so that the work is constant.
 */
const hasFirstFactor = sql`case begun_with when 'passkey' then exists (
  select from passkeys k where k.id = login_attempts.passkey_id and k.disabled_at is null)
else coalesce((
  select p.id = login_attempts.password_id and p.compromised_at is null
  from passwords p where p.user_id = coalesce(login_attempts.user_id, ${placeholderId}::uuid)
  order by p.created_at desc, p.id desc limit 1), false) end`

/** Methods of the second step of a login. */
export type SecondFactorMethod = 'passkey' | 'otp' | 'recovery'

/** A new attempt with the token for its cookie. Without `methods`, the next step is the set-up of a second factor. */
type StartedAttempt = { token: string; isDecoy: boolean; methods: SecondFactorMethod[] }

/** Starts a login attempt of a user or an admin, bound to the current password. */
export function createLoginAttempt(db: Db, userId: string): Promise<StartedAttempt> {
  return startLoginAttempt(db, { userId })
}

/**
 * Starts a login attempt with a verified passkey, followed by the password. Returns the token for the attempt's cookie.
 */
export async function createPasskeyAttempt(
  db: Db,
  area: 'user' | 'admin',
  passkey: Passkey,
): Promise<string> {
  const token = randomToken()
  await run(db)`
    insert into login_attempts (id, user_id, area, begun_with, passkey_id, token_hash, expires_at)
    values (${randomUUIDv7()}, ${passkey.userId}, ${area}, 'passkey', ${passkey.id},
            ${tokenHash(token)}, now() + ${lifetime}::interval)`
  return token
}

/** Result of the first step of a login. */
type FirstStep = {
  /** Area of the login; by default, the kind of the account. */
  area?: 'user' | 'admin'
  /** Entered email address. Without it, the attempt is bound to the current password. */
  email?: string
  userId: string | undefined
  /** Id of the verified password; undefined if the password was wrong. */
  passwordId?: string | undefined
  /** IP address at which the step counts as a failure until the login completes. */
  ipAddress?: string | undefined
  /** True for an inactive account or company. */
  isInactive?: boolean
  /** Relying party id of the area; undefined if passkeys are off. */
  passkeyHost?: string | undefined
}

/** Returns the key that represents an email address without an account in counts and decoys. */
export function addressKey(email: string): string {
  return tokenFor('login-address', email)
}

/**
 * Starts an attempt or a decoy, by the same statement:
 * - A wrong password starts a decoy.
 * - An inactive account with a second factor gets an attempt, because the user is informed after the second step; one
 *   without a second factor gets a decoy.
 * - An active account without a second factor goes on to the set-up. Its older attempts end.
 * - A passkey that does not work at `passkeyHost` counts as a second factor, but is not among the `methods`.
 */
export async function startLoginAttempt(db: Db, step: FirstStep): Promise<StartedAttempt> {
  const token = randomToken()
  const { area = null, email, userId = null, passwordId = null, isInactive = false } = step
  const ipAddress = step.ipAddress ?? null
  const emailHash = email === undefined ? null : Buffer.from(addressKey(email), 'base64url')
  const hasWrongPassword = email !== undefined && passwordId === null
  const hasAuthenticator = sql`exists (
    select from second_factors f where f.user_id = ${userId} and f.confirmed_at is not null)`
  const hasUsable = hasUsablePasskey(sql`${userId}`, step.passkeyHost ?? '')
  const started = await row<Omit<StartedAttempt, 'token'> & { isEnrolled: boolean }>(db)`
    with step as (
      select has_factor, ${hasWrongPassword}::boolean or (${isInactive}::boolean and not has_factor) as is_decoy
      from (select ${hasFactor(sql`${userId}`)} as has_factor) account),
    ended as (
      delete from login_attempts
      where user_id = ${userId} and (select not has_factor and not is_decoy from step))
    insert into login_attempts
      (id, user_id, area, password_id, is_decoy, email_hash, ip_address, token_hash, expires_at)
    select ${randomUUIDv7()}, ${userId}::uuid,
           coalesce(${area}::text, (select kind from accounts where id = ${userId})),
           case when not is_decoy then
             coalesce(${passwordId}::uuid, (select id from passwords where user_id = ${userId}
                                            order by created_at desc, id desc limit 1)) end,
           is_decoy, case when is_decoy then ${emailHash}::bytea end, ${ipAddress}::text,
           ${tokenHash(token)}, now() + ${lifetime}::interval
    from step
    returning is_decoy, (select has_factor from step) as is_enrolled, array_remove(array[
        case when ${hasUsable} then 'passkey' end, case when ${hasAuthenticator} then 'otp' end,
        (select 'recovery' from recovery_codes where user_id = ${userId} and used_at is null limit 1)
      ], null) as methods`
  if (!started) throw new Error('the login attempt was not created')
  const { isDecoy, methods } = started
  if (!started.isEnrolled) return { token, isDecoy, methods: [] }
  // Without a working method the account has to be recovered, because a password alone must not set up a new factor.
  return { token, isDecoy, methods: methods.length > 0 ? methods : ['recovery'] }
}

type AttemptRow = {
  id: string
  userId: string | null
  isDecoy: boolean
  emailHash: Buffer
  isSynced: boolean | null
}

/** Returns the attempt of a token; undefined if it has expired or ended, and for an attempt in the other area. */
export async function findLoginAttempt(
  db: Db,
  token: string,
  area: 'user' | 'admin',
): Promise<LoginAttempt | undefined> {
  const attempt = await row<AttemptRow>(db)`
    select login_attempts.id, login_attempts.user_id, is_decoy, email_hash,
           k.backup_eligible as is_synced
    from login_attempts left join passkeys k on k.id = login_attempts.passkey_id
    where token_hash = ${tokenHash(token)} and area = ${area}
      and expires_at > now() and tries < ${maxAttempts} and (${hasFirstFactor} or is_decoy)`
  if (!attempt) return undefined
  const { id, userId, isDecoy, emailHash, isSynced } = attempt
  if (!isDecoy) return { id, userId: userId ?? placeholderId, decoy: undefined, isSynced }
  const decoy = { accountId: userId ?? placeholderId, key: emailHash.toString('base64url') }
  return { id, userId: placeholderId, decoy, isSynced }
}

/**
 * Counts an entered code; call it before the check. Returns false after five codes and if the attempt has ended.
 * Atomic. Does not wait for the disk, like the other counts before a check (domain/credentials/rate-limit.ts).
 */
export function consumeCodeAttempt(db: Db, id: string): Promise<boolean> {
  return affects(db)`
    update login_attempts set tries = tries + 1
    where id = ${id} and tries < ${maxAttempts} and expires_at > now() and (${hasFirstFactor} or is_decoy)
      and ${withoutDurabilityAlone(db)}`
}

type CompletedAttempt = {
  /** Address at which the first step was counted as a failure. */
  ipAddress: string | null
  /** True if the current password has been used in an earlier login that a second factor completed. */
  isPasswordVerified: boolean
}

/**
 * Ends an attempt that becomes a session. Returns undefined for a decoy, which has no password, and if the attempt has
 * ended. Atomic: of any number of concurrent calls exactly one succeeds.
 */
export function completeLoginAttempt(db: Db, id: string): Promise<CompletedAttempt | undefined> {
  return row<CompletedAttempt>(db)`
    delete from login_attempts
    where id = ${id} and expires_at > now() and ${hasFirstFactor}
    returning ip_address, exists (
      select from (select verified_at from passwords p where p.user_id = login_attempts.user_id
                   order by p.created_at desc, p.id desc limit 1) latest
      where verified_at is not null) as is_password_verified`
}

export async function endLoginAttempts(db: Db, userId: string): Promise<void> {
  await run(db)`delete from login_attempts where user_id = ${userId}`
}

/** Ends all login attempts. Returns their number. */
export function endAllLoginAttempts(db: Db): Promise<number> {
  return run(db)`delete from login_attempts`
}

export const deleteExpiredLoginAttempts = purgeOf('login_attempts', sql`expires_at <= now()`)
