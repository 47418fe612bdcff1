import { randomUUIDv7 } from 'node:crypto'
import type { Sql } from 'sql-template-tag'
import { renderSVG } from 'uqr'
import type { AuthenticatorKey } from '#contract/fields.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { affects, row, run, scalar, sql, type Db, type Transaction } from '#server/db.ts'
import { decrypt, encrypt } from '#server/secret.ts'
import { newTotpSecret, otpauthUrl, stepOfCode } from '#server/totp.ts'
import { placeholderId } from './account.ts'
import { disablePasskeysOf, hasPasskey } from './passkey.ts'
import { sameLimit, type LimitKey } from './rate-limit.ts'

/** Wrong codes in a row after which the factor is disabled until it is reset. */
const maxFailures = 100
/** An unfinished set-up expires after this time. */
export const replacementMinutes = 30
const pendingLifetime = `${replacementMinutes} minutes`
/** Attempts at the first code of an authenticator that replaces another. */
const maxFirstCodes = 5

export type SecondFactor = {
  id: string
  userId: string
  secret: string
  isDisabled: boolean
  /** The time step of the last code that was accepted. */
  lastStep: number
  /** The database's time when it was read. */
  epochMs: number
}

/** How the first step of a reset was passed, and in which link or session: the second step must come from there. */
export type ResetVerification = { verifiedBy: string; method: 'otp' | 'recovery' | 'pwd' }

export type Replacement = SecondFactor & ResetVerification

const columns = sql`
  id, user_id, secret, disabled_at is not null as is_disabled, last_step,
  floor(extract(epoch from clock_timestamp()) * 1000)::bigint as epoch_ms`

function decrypted<Factor extends SecondFactor>(found: Factor): Factor {
  return { ...found, secret: decrypt('second-factor', found.userId, found.secret) }
}

/** For statements: whether an account has an authenticator or a passkey, usable or not. */
export function hasFactor(userId: Sql | string): Sql {
  return sql`(${hasPasskey(userId)} or exists (
    select from second_factors f where f.user_id = ${userId} and f.confirmed_at is not null))`
}

/** Whether an account has an authenticator or a passkey, usable or not: the password alone then sets up none. */
export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  return (await scalar<boolean>(db)`select ${hasFactor(userId)}`) ?? false
}

/** The confirmed factor of a user, disabled or not. */
export async function findSecondFactor(db: Db, userId: string): Promise<SecondFactor | undefined> {
  const found = await row<SecondFactor>(db)`
    select ${columns} from second_factors where user_id = ${userId} and confirmed_at is not null`
  return found && decrypted(found)
}

/** The factor whose set-up this login attempt began; undefined when it has expired or another one took its place. */
export async function findPendingFactor(
  db: Db,
  userId: string,
  attemptId: string,
): Promise<SecondFactor | undefined> {
  const found = await row<SecondFactor>(db)`
    select ${columns} from second_factors
    where user_id = ${userId} and confirmed_at is null
      and verified_by = ${attemptId} and verification_method is null
      and created_at > now() - ${pendingLifetime}::interval`
  return found && decrypted(found)
}

/** Starts a set-up, or continues that of the same login attempt: a reloaded page shows the same key. */
export async function createPendingFactor(
  db: Db,
  userId: string,
  attemptId: string,
): Promise<SecondFactor> {
  const secret = encrypt('second-factor', userId, newTotpSecret())
  await run(db)`
    insert into second_factors (id, user_id, secret, verified_by)
    values (${randomUUIDv7()}, ${userId}, ${secret}, ${attemptId})
    on conflict (user_id) where confirmed_at is null
    do update set id = excluded.id, secret = excluded.secret, created_at = now(), failures = 0,
                  verified_by = excluded.verified_by, verification_method = null
    where second_factors.created_at <= now() - ${pendingLifetime}::interval
       or second_factors.verified_by is distinct from excluded.verified_by`
  const pending = await findPendingFactor(db, userId, attemptId)
  // A newer login attempt has begun a set-up at this moment.
  if (!pending) throw new Refusal(errorCodes.loginExpired)
  return pending
}

/** False when the factor is no longer pending, or the user has a confirmed one or a passkey. */
export function confirmSecondFactor(db: Db, factor: SecondFactor, step: number): Promise<boolean> {
  return affects(db)`
    update second_factors set confirmed_at = now(), last_step = ${step}, verified_by = null
    where id = ${factor.id} and confirmed_at is null and not ${hasFactor(factor.userId)}`
}

/** Starts a reset. Each first step creates a new key, which is returned, with a new id. */
export async function createReplacement(
  tx: Transaction,
  userId: string,
  { verifiedBy, method }: ResetVerification,
): Promise<string> {
  const secret = newTotpSecret()
  await run(tx)`
    insert into second_factors (id, user_id, secret, verified_by, verification_method)
    values (${randomUUIDv7()}, ${userId}, ${encrypt('second-factor', userId, secret)}, ${verifiedBy}, ${method})
    on conflict (user_id) where confirmed_at is null
    do update set id = excluded.id, secret = excluded.secret, created_at = now(), failures = 0,
                  verified_by = excluded.verified_by, verification_method = excluded.verification_method`
  return secret
}

/**
 * Counts an attempt at the first code of a replacement, before the check. Undefined when the first step was not
 * passed in this link or session, has expired, or all attempts are used up.
 */
export async function consumeReplacement(
  db: Db,
  userId: string,
  verifiedBy: string,
): Promise<Replacement | undefined> {
  const found = await row<Replacement>(db)`
    update second_factors set failures = failures + 1
    where user_id = ${userId} and confirmed_at is null and verified_by = ${verifiedBy}
      and created_at > now() - ${pendingLifetime}::interval and failures < ${maxFirstCodes}
    returning ${columns}, verified_by, verification_method as method`
  return found && decrypted(found)
}

/** Replaces the old factor. False when the replacement is no longer pending: then roll back. */
export async function replaceSecondFactor(
  tx: Transaction,
  { id, userId, verifiedBy }: Replacement,
  step: number,
): Promise<boolean> {
  await run(tx)`
    delete from second_factors
    where user_id = ${userId} and confirmed_at is not null and id <> ${id}`
  return affects(tx)`
    update second_factors
    set confirmed_at = now(), last_step = ${step}, failures = 0, verified_by = null, verification_method = null
    where id = ${id} and confirmed_at is null and verified_by = ${verifiedBy}`
}

/** Removes what a new passkey replaces. False when the replacement is no longer pending: then roll back. */
export async function replaceByPasskey(
  tx: Transaction,
  { id, userId, verifiedBy }: Replacement,
): Promise<boolean> {
  const isPending = await affects(tx)`
    delete from second_factors
    where id = ${id} and confirmed_at is null and verified_by = ${verifiedBy}`
  await removeSecondFactor(tx, userId)
  return isPending
}

/** Confirms a key for an account without an authenticator; it may have passkeys. False where it has one, or the key is gone. */
export function addSecondFactor(
  tx: Transaction,
  { id, userId, verifiedBy }: Replacement,
  step: number,
): Promise<boolean> {
  return affects(tx)`
    update second_factors
    set confirmed_at = now(), last_step = ${step}, failures = 0, verified_by = null, verification_method = null
    where id = ${id} and confirmed_at is null and verified_by = ${verifiedBy}
      and not exists (select from second_factors f where f.user_id = ${userId} and f.confirmed_at is not null)`
}

/**
 * The time step of a one-time password: the current one or the one before, by the database's clock
 * (RFC 6238 §5.2). Undefined for a wrong one.
 */
export function stepOf({ secret, epochMs }: SecondFactor, code: string): number | undefined {
  return stepOfCode(secret, code, epochMs)
}

let secretOfNobody: string | undefined

/** The work of `findSecondFactor` and `stepOf` for an account that has no factor: no code is right. */
export function stepOfNobody(code: string): undefined {
  secretOfNobody ??= encrypt('second-factor', placeholderId, newTotpSecret())
  stepOfCode(decrypt('second-factor', placeholderId, secretOfNobody), code, Date.now())
}

/** Uses a time step up. Atomic: true for exactly one of any number of parallel calls. */
export function consumeTotpStep(db: Db, factor: SecondFactor, step: number): Promise<boolean> {
  return affects(db)`
    update second_factors set last_step = ${step}, failures = 0
    where id = ${factor.id} and last_step < ${step} and disabled_at is null`
}

/**
 * A code that is no guess changes nothing, by the same statement; nor does one without a factor, which writes the row
 * of a rate limit as it is. Returns whether this code disabled the factor.
 */
export async function countWrongCode(
  db: Db,
  id: string,
  isGuess: boolean,
  standIn: LimitKey = ['accountCode', placeholderId],
): Promise<boolean> {
  const wrong = isGuess ? 1 : 0
  const failures = await scalar<number>(db)`
    with counted as (
      update second_factors
      set failures = failures + ${wrong}::int,
          disabled_at = case when failures + ${wrong}::int >= ${maxFailures} then coalesce(disabled_at, now())
                             else disabled_at end
      where id = ${id}
      returning failures),
    written as (${sameLimit(standIn, sql`not exists (select from counted)`)})
    select failures from counted`
  return isGuess && failures === maxFailures
}

/** Disables the authenticator and every passkey of an account. False for one that has neither. */
export async function disableSecondFactors(tx: Transaction, userId: string): Promise<boolean> {
  // In the order of a replacement: the authenticator, the account, the passkeys.
  const hadApp = await disableSecondFactor(tx, userId)
  const hadPasskeys = await disablePasskeysOf(tx, userId)
  return hadApp || hadPasskeys
}

/** It stays enrolled: the password alone must not lead to a new set-up. False for a user without one. */
export function disableSecondFactor(tx: Transaction, userId: string): Promise<boolean> {
  return affects(tx)`
    update second_factors set disabled_at = coalesce(disabled_at, now())
    where user_id = ${userId} and confirmed_at is not null`
}

/** Disables one authenticator, as `disableSecondFactor` does. False where it is disabled or gone. */
export function disableAuthenticator(tx: Transaction, id: string): Promise<boolean> {
  return affects(tx)`
    update second_factors set disabled_at = now()
    where id = ${id} and confirmed_at is not null and disabled_at is null`
}

/** Ends a reset whose first step was passed with a password that is no longer valid. */
export async function removeReplacementByPassword(tx: Transaction, userId: string): Promise<void> {
  await run(tx)`
    delete from second_factors
    where user_id = ${userId} and confirmed_at is null and verification_method = 'pwd'`
}

export async function removeSecondFactor(tx: Transaction, userId: string): Promise<void> {
  await run(tx)`delete from second_factors where user_id = ${userId}`
}

/** The key for an authenticator app: as text, URL and QR code. */
export function authenticatorKeyOf(secret: string, label: string): AuthenticatorKey {
  const url = otpauthUrl(secret, label)
  const picture = Buffer.from(renderSVG(url, { border: 2 })).toString('base64')
  return { secret, otpauthUrl: url, qrCode: `data:image/svg+xml;base64,${picture}` }
}
