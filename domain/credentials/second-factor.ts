import { randomUUIDv7 } from 'node:crypto'
import type { Sql } from 'sql-template-tag'
import { renderSVG } from 'uqr'
import type { AuthenticatorKey } from '#contract/fields.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { affects, row, run, scalar, sql, type Db, type Transaction } from '#server/db.ts'
import { decrypt, encrypt } from '#server/secret.ts'
import { newTotpSecret, otpauthUrl, stepOfCode } from '#server/totp.ts'
import { placeholderId } from '../accounts/account.ts'
import { disablePasskeysOf, hasPasskey } from '../passkeys/passkey.ts'
import type { StepUpMethod } from '../sessions/step-up-method.ts'
import { rewriteLimit, type LimitKey } from './rate-limit.ts'

/** Number of wrong codes in a row after which the factor is disabled until a reset. */
const maxFailures = 100
/** Minutes after which an unfinished setup expires. */
export const setupMinutes = 30
const setupLifetime = `${setupMinutes} minutes`
/** Maximum number of attempts at the first code of an authenticator that replaces another. */
const maxFirstCodes = 5

export type SecondFactor = {
  id: string
  userId: string
  secret: string
  isDisabled: boolean
  /** Time step of the last accepted code. */
  lastStep: number
  /** Time of the database in milliseconds when the row was read. */
  epochMs: number
}

/**
 * Method of the first step of a reset, and the id of the link or session that passed it. The second step must come from
 * there, too.
 */
export type ResetVerification = { verifiedBy: string; method: StepUpMethod | 'recovery' }

export type Replacement = SecondFactor & ResetVerification

const columns = sql`
  id, user_id, secret, disabled_at is not null as is_disabled, last_step,
  floor(extract(epoch from clock_timestamp()) * 1000)::bigint as epoch_ms`

export function withDecryptedSecret<Factor extends SecondFactor>(factor: Factor): Factor {
  return { ...factor, secret: decrypt('second-factor', factor.userId, factor.secret) }
}

/** Returns an SQL condition: the account has an authenticator or a passkey, usable or not. */
export function hasFactor(userId: Sql | string): Sql {
  return sql`(${hasPasskey(userId)} or exists (
    select from second_factors f where f.user_id = ${userId} and f.confirmed_at is not null))`
}

/**
 * Returns true if the account has an authenticator or a passkey, usable or not. The password alone then cannot set up a
 * factor.
 */
export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  return (await scalar<boolean>(db)`select ${hasFactor(userId)}`) ?? false
}

/** Returns the confirmed authenticator of a user, disabled or not. */
export async function findSecondFactor(db: Db, userId: string): Promise<SecondFactor | undefined> {
  const factor = await row<SecondFactor>(db)`${selectSecondFactor(userId)}`
  return factor && withDecryptedSecret(factor)
}

/** Returns SQL that selects what `findSecondFactor` returns, with an encrypted secret, for a statement that reads more. */
export function selectSecondFactor(userId: string): Sql {
  return sql`select ${columns} from second_factors where user_id = ${userId} and confirmed_at is not null`
}

/**
 * Returns the authenticator whose setup this login attempt began; undefined if the setup has expired or was replaced.
 */
export async function findPendingFactor(
  db: Db,
  userId: string,
  attemptId: string,
): Promise<SecondFactor | undefined> {
  const factor = await row<SecondFactor>(db)`
    select ${columns} from second_factors
    where user_id = ${userId} and confirmed_at is null
      and verified_by = ${attemptId} and verification_method is null
      and created_at > now() - ${setupLifetime}::interval`
  return factor && withDecryptedSecret(factor)
}

/**
 * Starts a setup, or continues that of this login attempt, so that a reloaded page shows an unchanged key. Throws
 * `loginExpired` if a newer login attempt has started one.
 */
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
    where second_factors.created_at <= now() - ${setupLifetime}::interval
       or second_factors.verified_by is distinct from excluded.verified_by`
  const pending = await findPendingFactor(db, userId, attemptId)
  // A newer login attempt has started a setup concurrently.
  if (!pending) throw new Refusal(errorCodes.loginExpired)
  return pending
}

/**
 * Confirms a new authenticator. Returns false if it is no longer pending, or if the user already has a second factor.
 */
export function confirmSecondFactor(db: Db, factor: SecondFactor, step: number): Promise<boolean> {
  return affects(db)`
    update second_factors set confirmed_at = now(), last_step = ${step}, verified_by = null
    where id = ${factor.id} and confirmed_at is null and not ${hasFactor(factor.userId)}`
}

/** Starts a reset and returns the new key. Each first step creates a new key with a new id. */
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
 * Counts an attempt at the first code of a replacement, before the check. Returns undefined if the first step was not
 * passed in this link or session or has expired, or if all attempts are used up.
 */
export async function consumeReplacement(
  db: Db,
  userId: string,
  verifiedBy: string,
): Promise<Replacement | undefined> {
  const replacement = await row<Replacement>(db)`
    update second_factors set failures = failures + 1
    where user_id = ${userId} and confirmed_at is null and verified_by = ${verifiedBy}
      and created_at > now() - ${setupLifetime}::interval and failures < ${maxFirstCodes}
    returning ${columns}, verified_by, verification_method as method`
  return replacement && withDecryptedSecret(replacement)
}

/**
 * Replaces the old authenticator. Returns false if the replacement is no longer pending; the caller must then roll
 * back.
 */
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

/**
 * Removes the authenticator that a new passkey replaces. Returns false if the replacement is no longer pending; the
 * caller must then roll back.
 */
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

/**
 * Confirms a key for an account without an authenticator, with or without passkeys. Returns false if the account has an
 * authenticator or the key is no longer pending.
 */
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
 * Returns the time step of a one-time password, the current or the previous one by the database's clock (RFC 6238
 * §5.2); undefined for a wrong password.
 */
export function stepOf({ secret, epochMs }: SecondFactor, code: string): number | undefined {
  return stepOfCode(secret, code, epochMs)
}

/** Returns the time step like `stepOf`; undefined for a disabled factor. Does equal work without a factor. */
export function usableStepOf(factor: SecondFactor | undefined, code: string): number | undefined {
  if (!factor) return decoyStepOf(code)
  return factor.isDisabled ? undefined : stepOf(factor, code)
}

let decoySecret: string | undefined

/** Does the work of `findSecondFactor` and `stepOf` for an account without a factor. Accepts no code. */
function decoyStepOf(code: string): undefined {
  decoySecret ??= encrypt('second-factor', placeholderId, newTotpSecret())
  stepOfCode(decrypt('second-factor', placeholderId, decoySecret), code, Date.now())
}

/** Uses up a time step and all before it. Atomic: only one of any number of concurrent calls returns true. */
export function consumeTotpStep(db: Db, factor: SecondFactor, step: number): Promise<boolean> {
  return affects(db)`
    update second_factors set last_step = ${step}, failures = 0
    where id = ${factor.id} and last_step < ${step} and disabled_at is null`
}

/**
 * Counts a wrong code and returns true if it disabled the factor. Constant work: with `isGuess` false, the statement
 * changes nothing; without a factor, it rewrites the row of the rate limit `standIn` unchanged.
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
    written as (${rewriteLimit(standIn, sql`not exists (select from counted)`)})
    select failures from counted`
  return isGuess && failures === maxFailures
}

/** Disables the authenticator and every passkey of an account. Returns false if it has neither. */
export async function disableSecondFactors(tx: Transaction, userId: string): Promise<boolean> {
  // Locks in the order of a replacement: the authenticator, the account, the passkeys.
  const hadApp = await disableSecondFactor(tx, userId)
  const hadPasskeys = await disablePasskeysOf(tx, userId)
  return hadApp || hadPasskeys
}

/**
 * Disables the user's authenticator. It stays enrolled, because the password alone must not start a new setup. Returns
 * false if the user has none.
 */
export function disableSecondFactor(tx: Transaction, userId: string): Promise<boolean> {
  return affects(tx)`
    update second_factors set disabled_at = coalesce(disabled_at, now())
    where user_id = ${userId} and confirmed_at is not null`
}

/** Disables one authenticator like `disableSecondFactor`. Returns false if it is already disabled or deleted. */
export function disableAuthenticator(tx: Transaction, id: string): Promise<boolean> {
  return affects(tx)`
    update second_factors set disabled_at = now()
    where id = ${id} and confirmed_at is not null and disabled_at is null`
}

/** Deletes a pending replacement whose first step was passed with the former password. */
export async function removeReplacementByPassword(tx: Transaction, userId: string): Promise<void> {
  await run(tx)`
    delete from second_factors
    where user_id = ${userId} and confirmed_at is null and verification_method = 'pwd'`
}

export async function removeSecondFactor(tx: Transaction, userId: string): Promise<void> {
  await run(tx)`delete from second_factors where user_id = ${userId}`
}

/** Returns the key for an authenticator app as text, URL and QR code. */
export function authenticatorKeyOf(secret: string, label: string): AuthenticatorKey {
  const url = otpauthUrl(secret, label)
  const picture = Buffer.from(renderSVG(url, { border: 2 })).toString('base64')
  return { secret, otpauthUrl: url, qrCode: `data:image/svg+xml;base64,${picture}` }
}
