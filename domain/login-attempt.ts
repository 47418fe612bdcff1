import { randomUUIDv7 } from 'node:crypto'
import { maxTries } from '#contract/session.ts'
import { config } from '#server/config.ts'
import { affects, purgeOf, row, run, sql, type Db } from '#server/db.ts'
import { randomToken, tokenFor, tokenHash } from '#server/secret.ts'
import { nobody } from './account.ts'
import { hasUsablePasskey, type Passkey } from './passkey.ts'
import { hasFactor } from './second-factor.ts'

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

export type LoginAttempt = {
  id: string
  /** `nobody` for a decoy, so that a call that knows no decoys does nothing for its account. */
  userId: string
  decoy: Decoy | undefined
  /** Whether the passkey that it began with may be synced; null where it began with the password. */
  isSynced: boolean | null
}

/**
 * The attempt's passkey still works, or its password is the current one and was not reported: else the attempt is over.
 * A decoy reads the current password all the same, so that the work does not tell it apart.
 */
const hasFirstFactor = sql`case begun_with when 'passkey' then exists (
  select from passkeys k where k.id = login_attempts.passkey_id and k.disabled_at is null)
else coalesce((
  select p.id = login_attempts.password_id and p.compromised_at is null
  from passwords p where p.user_id = coalesce(login_attempts.user_id, ${nobody}::uuid)
  order by p.created_at desc, p.id desc limit 1), false) end`

/** What the second step of a login takes. */
export type SecondFactorMethod = 'passkey' | 'otp' | 'recovery'

/** The token is for the attempt's cookie. Without a method, the set-up of the first one comes next. */
type StartedAttempt = { token: string; isDecoy: boolean; methods: SecondFactorMethod[] }

/**
 * Starts a login attempt of a user or an admin, with the verified password or else the current one. Where it leads to
 * the set-up of the first second factor, it ends older attempts of the account. A passkey counts at the host that is
 * given; one that does not work is a factor all the same.
 */
export function createLoginAttempt(
  db: Db,
  userId: string,
  { passwordId, passkeyHost }: { passwordId?: string; passkeyHost?: string | undefined } = {},
): Promise<StartedAttempt> {
  return insertAttempt(db, { userId, passwordId, passkeyHost })
}

/** Starts a login attempt with a verified passkey, which the password follows. The token is for its cookie. */
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
  step: Pick<UniformStep, 'userId' | 'passwordId'> &
    Partial<UniformStep> & { passkeyHost?: string | undefined },
): Promise<StartedAttempt> {
  const token = randomToken()
  const { area = null, email, userId = null, passwordId = null, isInactive = false } = step
  const ipAddress = step.ipAddress ?? null
  const emailHash = email === undefined ? null : Buffer.from(addressKey(email), 'base64url')
  const isWrong = email !== undefined && passwordId === null
  const hasAuthenticator = sql`exists (
    select from second_factors f where f.user_id = ${userId} and f.confirmed_at is not null)`
  const isEnrolled = hasFactor(sql`${userId}`)
  const hasUsable = hasUsablePasskey(sql`${userId}`, step.passkeyHost ?? '')
  const started = await row<Omit<StartedAttempt, 'token'> & { isEnrolled: boolean }>(db)`
    with judged as (
      select has_factor, ${isWrong}::boolean or (${isInactive}::boolean and not has_factor) as is_decoy
      from (select ${isEnrolled} as has_factor) found),
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
    returning is_decoy, ${isEnrolled} as is_enrolled, array_remove(array[
        case when ${hasUsable} then 'passkey' end, case when ${hasAuthenticator} then 'otp' end,
        (select 'recovery' from recovery_codes where user_id = ${userId} and used_at is null limit 1)
      ], null) as methods`
  if (!started) throw new Error('the login attempt was not created')
  const { isDecoy, methods } = started
  if (!started.isEnrolled) return { token, isDecoy, methods: [] }
  // Without anything that works, somebody has to recover the account: the password alone sets up nothing.
  return { token, isDecoy, methods: methods.length > 0 ? methods : ['recovery'] }
}

type FoundAttempt = {
  id: string
  userId: string | null
  isDecoy: boolean
  emailHash: Buffer
  isSynced: boolean | null
}

/** Undefined for an expired attempt, and for one of the other kind of account. */
export async function findLoginAttempt(
  db: Db,
  token: string,
  area: 'user' | 'admin',
): Promise<LoginAttempt | undefined> {
  const found = await row<FoundAttempt>(db)`
    select login_attempts.id, login_attempts.user_id, is_decoy, email_hash,
           k.backup_eligible as is_synced
    from login_attempts left join passkeys k on k.id = login_attempts.passkey_id
    where token_hash = ${tokenHash(token)} and area = ${area}
      and expires_at > now() and tries < ${maxTries} and (${hasFirstFactor} or is_decoy)`
  if (!found) return undefined
  const { id, userId, isDecoy, emailHash, isSynced } = found
  if (!isDecoy) return { id, userId: userId ?? nobody, decoy: undefined, isSynced }
  const decoy = { accountId: userId ?? nobody, key: emailHash.toString('base64url') }
  return { id, userId: nobody, decoy, isSynced }
}

/** Counts an attempt at a code, before its check. False after the fifth, and when the attempt is over. Atomic. */
export function consumeLoginTry(db: Db, id: string): Promise<boolean> {
  return affects(db)`
    update login_attempts set tries = tries + 1
    where id = ${id} and tries < ${maxTries} and expires_at > now() and (${hasFirstFactor} or is_decoy)`
}

/** Ends an attempt that becomes a session, which no decoy does: it has no password. Atomic: defined for exactly one of any number of parallel calls. */
export function completeLoginAttempt(
  db: Db,
  id: string,
): Promise<{ ipAddress: string | null } | undefined> {
  return row<{ ipAddress: string | null }>(db)`
    delete from login_attempts
    where id = ${id} and expires_at > now() and ${hasFirstFactor}
    returning ip_address`
}

export async function endLoginAttempts(db: Db, userId: string): Promise<void> {
  await run(db)`delete from login_attempts where user_id = ${userId}`
}

export const deleteExpiredLoginAttempts = purgeOf(
  'login_attempts',
  sql`expires_at <= now() - ${config.retention.expired}::interval`,
)
