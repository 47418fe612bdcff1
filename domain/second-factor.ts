import { randomUUIDv7 } from 'node:crypto'
import { renderSVG } from 'uqr'
import type { AuthenticatorKey } from '#contract/authenticator-key.ts'
import { row, run, sql, type Db, type Transaction } from '#server/db.ts'
import { decrypt, encrypt } from '#server/secret.ts'
import { newTotpSecret, otpauthUrl, stepOfCode } from '#server/totp.ts'

/** So many wrong codes in a row disable the factor until it is reset. */
const mostFailures = 100
/** A set-up that nobody finished is begun again after this. */
const pendingLifetime = '30 minutes'
/** So many first codes may be tried on a new authenticator that is to replace another. */
const mostFirstCodes = 5

export type SecondFactor = { id: string; userId: string; secret: string; isDisabled: boolean }

/** With the time, in milliseconds by the database's clock, at which it was looked up to check a code. */
type Checking = { secret: string; epochMs: number }
const epochMs = sql`floor(extract(epoch from clock_timestamp()) * 1000)::bigint as epoch_ms`

/** What was shown to begin a reset, and the link or session in which: only there does it go on. */
export type ResetVerification = { verifiedBy: string; method: 'otp' | 'recovery' | 'pwd' }

export type Replacement = SecondFactor & ResetVerification

type Found = Checking & { id: string }

/** The confirmed factor of a user, disabled or not. */
export async function findSecondFactor(
  db: Db,
  userId: string,
): Promise<(SecondFactor & Checking) | undefined> {
  const found = await row<Found & { isDisabled: boolean }>(
    db,
    sql`
    select id, secret, disabled_at is not null as is_disabled, ${epochMs}
    from second_factors where user_id = ${userId} and confirmed_at is not null`,
  )
  return found && { ...found, userId, secret: decrypt('second-factor', userId, found.secret) }
}

/** The factor that waits for its first code, while it is fresh. */
export async function findPendingFactor(
  db: Db,
  userId: string,
): Promise<(SecondFactor & Checking) | undefined> {
  const found = await row<Found>(
    db,
    sql`
    select id, secret, ${epochMs} from second_factors
    where user_id = ${userId} and confirmed_at is null and verified_by is null
      and created_at > now() - ${pendingLifetime}::interval`,
  )
  return (
    found && {
      ...found,
      userId,
      isDisabled: false,
      secret: decrypt('second-factor', userId, found.secret),
    }
  )
}

/** Begins a set-up. A set-up begun in another tab is carried on with, so that both show one code. */
export async function createPendingFactor(db: Db, userId: string): Promise<SecondFactor> {
  const secret = encrypt('second-factor', userId, newTotpSecret())
  await run(
    db,
    sql`
    insert into second_factors (id, user_id, secret) values (${randomUUIDv7()}, ${userId}, ${secret})
    on conflict (user_id) where confirmed_at is null
    do update set secret = excluded.secret, created_at = now(), verified_by = null, verification_method = null
    where second_factors.created_at <= now() - ${pendingLifetime}::interval
       or second_factors.verified_by is not null`,
  )
  const pending = await findPendingFactor(db, userId)
  if (!pending) throw new Error('the second factor vanished while it was set up')
  return pending
}

/** Makes the pending factor the user's own; false when it is no longer pending, or one is confirmed already. */
export async function confirmSecondFactor(
  db: Db,
  factor: SecondFactor,
  step: number,
): Promise<boolean> {
  const confirmed = await run(
    db,
    sql`
    update second_factors set confirmed_at = now(), last_step = ${step}
    where id = ${factor.id} and confirmed_at is null
      and not exists (select from second_factors other
                      where other.user_id = ${factor.userId} and other.confirmed_at is not null)`,
  )
  return confirmed === 1
}

/** Begins a reset. Each first step gives a key of its own, under an id of its own. */
export async function beginReplacement(
  tx: Transaction,
  userId: string,
  { verifiedBy, method }: ResetVerification,
): Promise<Replacement> {
  const [id, secret] = [randomUUIDv7(), newTotpSecret()]
  await run(
    tx,
    sql`
    insert into second_factors (id, user_id, secret, verified_by, verification_method)
    values (${id}, ${userId}, ${encrypt('second-factor', userId, secret)}, ${verifiedBy}, ${method})
    on conflict (user_id) where confirmed_at is null
    do update set id = excluded.id, secret = excluded.secret, created_at = now(), failures = 0,
                  verified_by = excluded.verified_by, verification_method = excluded.verification_method`,
  )
  return { id, userId, secret, isDisabled: false, verifiedBy, method }
}

/**
 * Takes one try of a first code before the code is looked at. Undefined when the first step was not passed in
 * this link or session, is too long ago, or all tries are used up.
 */
export async function consumeReplacement(
  db: Db,
  userId: string,
  verifiedBy: string,
): Promise<(Replacement & Checking) | undefined> {
  const taken = await row<Found & { method: ResetVerification['method'] }>(
    db,
    sql`
    update second_factors set failures = failures + 1
    where user_id = ${userId} and confirmed_at is null and verified_by = ${verifiedBy}
      and created_at > now() - ${pendingLifetime}::interval and failures < ${mostFirstCodes}
    returning id, secret, verification_method as method, ${epochMs}`,
  )
  const about = { userId, verifiedBy, isDisabled: false }
  return taken && { ...taken, ...about, secret: decrypt('second-factor', userId, taken.secret) }
}

/** Puts the new factor in the place of the old one. False when it is too late: then roll back. */
export async function replaceSecondFactor(
  tx: Transaction,
  { id, userId, verifiedBy }: Replacement,
  step: number,
): Promise<boolean> {
  await run(
    tx,
    sql`
    delete from second_factors
    where user_id = ${userId} and confirmed_at is not null and id <> ${id}`,
  )
  const replaced = await run(
    tx,
    sql`
    update second_factors
    set confirmed_at = now(), last_step = ${step}, failures = 0, verified_by = null, verification_method = null
    where id = ${id} and confirmed_at is null and verified_by = ${verifiedBy}`,
  )
  return replaced === 1
}

/**
 * The time step of a code, by the database's clock: this one or the one before (RFC 6238 §5.2).
 * Undefined when the code is wrong.
 */
export function stepOf({ secret, epochMs }: Checking, code: string): number | undefined {
  return stepOfCode(secret, code, epochMs)
}

/** Uses a step up: of any number of parallel tries exactly one is told true. */
export async function consumeTotpStep(
  db: Db,
  factor: SecondFactor,
  step: number,
): Promise<boolean> {
  const accepted = await run(
    db,
    sql`
    update second_factors set last_step = ${step}, failures = 0
    where id = ${factor.id} and last_step < ${step} and disabled_at is null`,
  )
  return accepted === 1
}

export async function countWrongCode(db: Db, factor: SecondFactor): Promise<void> {
  await run(
    db,
    sql`
    update second_factors
    set failures = failures + 1,
        disabled_at = case when failures + 1 >= ${mostFailures} then coalesce(disabled_at, now()) end
    where id = ${factor.id}`,
  )
}

/** Whoever sets up the next one begins anew. */
export async function removeSecondFactor(tx: Transaction, userId: string): Promise<void> {
  await run(tx, sql`delete from second_factors where user_id = ${userId}`)
}

/** What an authenticator is given: to scan, to open, or to type. */
export function keyOf({ secret }: SecondFactor, label: string): AuthenticatorKey {
  const url = otpauthUrl(secret, label)
  const picture = Buffer.from(renderSVG(url, { border: 2 })).toString('base64')
  return { secret, otpauthUrl: url, qrCode: `data:image/svg+xml;base64,${picture}` }
}
