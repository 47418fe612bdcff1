import { randomUUIDv7 } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { config } from '#server/config.ts'
import { row, run, sql, type Db } from '#server/db.ts'
import { decrypt, encrypt } from '#server/secret.ts'

const periodSeconds = 30
/** So many wrong codes in a row disable the factor until it is reset. */
const mostFailures = 100
/** A set-up that nobody finished is begun again after this. */
const pendingLifetime = '30 minutes'

export type SecondFactor = { id: string; userId: string; secret: string; isDisabled: boolean }

/** The confirmed factor of a user, disabled or not. */
export async function findSecondFactor(db: Db, userId: string): Promise<SecondFactor | undefined> {
  const found = await row<{ id: string; secret: string; isDisabled: boolean }>(
    db,
    sql`
    select id, secret, disabled_at is not null as is_disabled
    from second_factors where user_id = ${userId} and confirmed_at is not null`,
  )
  return found && { ...found, userId, secret: decrypt('second-factor', userId, found.secret) }
}

/** The factor that waits for its first code, while it is fresh. */
export async function findPendingFactor(db: Db, userId: string): Promise<SecondFactor | undefined> {
  const found = await row<{ id: string; secret: string }>(
    db,
    sql`
    select id, secret from second_factors
    where user_id = ${userId} and confirmed_at is null
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
export async function beginSecondFactor(db: Db, userId: string): Promise<SecondFactor> {
  const secret = encrypt('second-factor', userId, new Secret({ size: 20 }).base32)
  await run(
    db,
    sql`
    insert into second_factors (id, user_id, secret) values (${randomUUIDv7()}, ${userId}, ${secret})
    on conflict (user_id) where confirmed_at is null
    do update set secret = excluded.secret, created_at = now()
    where second_factors.created_at <= now() - ${pendingLifetime}::interval`,
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

/**
 * The time step of a code, by the database's clock: this one or the one before (RFC 6238 §5.2).
 * Undefined when the code is wrong.
 */
export async function stepOf(
  db: Db,
  factor: SecondFactor,
  code: string,
): Promise<number | undefined> {
  const clock = await row<{ epochMs: number }>(
    db,
    sql`
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as epoch_ms`,
  )
  const epochMs = clock?.epochMs ?? Number.NaN
  const totp = totpOf(factor.secret, '')
  const steps = [0, -1].filter((shift) => {
    const timestamp = epochMs + shift * periodSeconds * 1000
    return totp.validate({ token: code, timestamp, window: 0 }) !== null
  })
  const [shift] = steps
  return shift === undefined ? undefined : Math.floor(epochMs / 1000 / periodSeconds) + shift
}

/** Uses a step up: of any number of parallel tries exactly one is told true. */
export async function acceptStep(db: Db, factor: SecondFactor, step: number): Promise<boolean> {
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

/** The address that an authenticator reads from the picture. */
export function otpauthUrl(factor: SecondFactor, label: string): string {
  return totpOf(factor.secret, label).toString()
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({
    issuer: config.brand.name,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
    secret: Secret.fromBase32(secret),
  })
}
