import type { Locale } from '#contract/locale.ts'
import { addressKey } from '#server/address-key.ts'
import { batchSize } from '#server/batch-size.ts'
import type { Origin } from '#server/caller.ts'
import { config } from '#server/config.ts'
import { row, run, sql, type Db, type Transaction } from '#server/db.ts'
import { recordAudit } from './audit.ts'
import { enqueueMail } from './mail.ts'

export type LimitName = keyof typeof config.limits

/** What a try that comes too often is told. */
export type RateLimited = { retryAfterSeconds: number }

/**
 * Takes one of the tries that a limit allows, before the thing itself is looked at; so of any number of
 * parallel tries never more are looked at than allowed.
 */
export async function consumeRateLimit(
  db: Db,
  name: LimitName,
  key: string,
): Promise<RateLimited | undefined> {
  const taken = await count(db, name, key)
  return taken.isLast === undefined ? taken : undefined
}

/** The same for an address; the row of its block is written once. */
export async function consumeAddressLimit(
  db: Db,
  name: LimitName,
  origin: Origin,
): Promise<RateLimited | undefined> {
  const taken = await count(db, name, addressKey(origin.ipAddress))
  if (taken.isLast === undefined) return taken
  if (taken.isLast) await recordBlock(db, name, origin)
  return undefined
}

/** A try that turned out to be right was none. */
export async function refundRateLimit(db: Db, name: LimitName, key: string): Promise<void> {
  await run(
    db,
    sql`
    update rate_limits set tries = trim_array(tries, 1), blocked_until = null
    where name = ${name} and key = ${key} and cardinality(tries) > 0`,
  )
}

export function refundAddressLimit(db: Db, name: LimitName, origin: Origin): Promise<void> {
  return refundRateLimit(db, name, addressKey(origin.ipAddress))
}

/** A password or a code that somebody gives for an account. */
export type CredentialCheck = {
  what: 'password' | 'code'
  origin: Origin
  /**
   * Whose account it is for. Without an id: an address of mail that nobody has, which is counted alike.
   * Without an owner: nothing is to be found out by it, and only the place counts.
   */
  owner?: { id?: string | undefined; email: string; preferredLanguage?: Locale | undefined }
  /** A browser in which she has logged in before: what others do holds it up in no way. */
  browserId?: string | undefined
}

export type ConsumedCheck = {
  retryAfterSeconds?: undefined
  /** Too many failures in a row at this account: to be refused like a wrong one, after the same work. */
  isLockedOut: boolean
  blocksAddress: boolean
  locksAccount: boolean
}

/** Counts a guess before it is looked at: for a known browser there, for others at address and account. */
export async function consumeCheck(
  db: Db,
  guess: CredentialCheck,
): Promise<ConsumedCheck | RateLimited> {
  const place = await count(db, ...placeOf(guess))
  if (place.isLast === undefined) return place
  const blocksAddress = place.isLast && guess.browserId === undefined
  const accountLimit = accountOf(guess)
  if (!accountLimit) return { isLockedOut: false, blocksAddress, locksAccount: false }
  const account = await count(db, ...accountLimit)
  const isHeld = account.isLast === undefined
  return { isLockedOut: isHeld, blocksAddress, locksAccount: account.isLast === true }
}

export async function refundCheck(db: Db, guess: CredentialCheck): Promise<void> {
  await refundRateLimit(db, ...placeOf(guess))
  const accountLimit = accountOf(guess)
  if (accountLimit) await refundRateLimit(db, ...accountLimit)
}

/** The guess was wrong: whatever is blocked by it is recorded, and the owner told, once. */
export async function recordFailure(
  tx: Transaction,
  guess: CredentialCheck,
  taken: ConsumedCheck,
): Promise<void> {
  const { what, origin, owner } = guess
  if (taken.blocksAddress) await recordBlock(tx, 'addressFailures', origin)
  if (!taken.locksAccount || !owner) return
  await recordAudit(tx, origin, 'account_locked', {
    ...(owner.id !== undefined && { targetId: owner.id }),
    data: { what, minutes: config.limits.accountCode.blockMinutes },
  })
  // Also where nobody has the address: whoever counts the work must not see a difference. It is never sent.
  await enqueueMail(tx, {
    kind: 'account-locked',
    to: owner.email,
    language: owner.preferredLanguage ?? 'en',
    ...(owner.id !== undefined && { userId: owner.id }),
    data: { what },
  })
}

/** A new password was not guessed at yet. The count of wrong codes stays: a mailed link says nothing of those. */
export async function clearPasswordFailures(db: Db, userId: string): Promise<void> {
  await run(db, sql`delete from rate_limits where name = 'accountPassword' and key = ${userId}`)
}

/** A completed login begins every count of its account and browser anew. */
export async function clearFailures(db: Db, userId: string, browserId?: string): Promise<void> {
  const keys = browserId === undefined ? [userId] : [userId, browserId]
  await run(
    db,
    sql`
    delete from rate_limits
    where name in ('accountPassword', 'accountCode', 'browserPassword', 'browserCode')
      and key = any(${keys}::text[])`,
  )
}

/** Forgets some of what means nothing any more; how many. It waits for nobody, so that nobody waits for it. */
export function deleteExpiredRateLimits(db: Db): Promise<number> {
  return run(
    db,
    sql`
    delete from rate_limits where (name, key) in (
      select name, key from rate_limits where stale_at <= now() - ${config.retention.expired}::interval
      limit ${batchSize} for update skip locked)`,
  )
}

type Counted =
  | { isLast: boolean; retryAfterSeconds?: undefined }
  | (RateLimited & { isLast?: undefined })

/** One statement decides: no row comes back from a counter that blocks. */
async function count(db: Db, name: LimitName, key: string): Promise<Counted> {
  const { max, withinMinutes, blockMinutes } = config.limits[name]
  const within = sql`make_interval(mins => ${withinMinutes})`
  const block = sql`make_interval(mins => ${blockMinutes})`
  const taken = await row<{ isLast: boolean }>(
    db,
    sql`
    insert into rate_limits as c (name, key, tries, blocked_until, stale_at)
    values (${name}, ${key}, array[now()], case when ${max}::int = 1 then now() + ${block} end,
            now() + greatest(${within}, ${block}))
    on conflict (name, key) do update
    set (tries, blocked_until, stale_at) = (
      select kept || now(),
             case when cardinality(kept) + 1 >= ${max}::int then now() + ${block} end,
             now() + greatest(${within}, ${block})
      from (select array(select tried from unnest(c.tries) tried
                         where c.blocked_until is null and tried > now() - ${within}) as kept) recent)
    where c.blocked_until is null or c.blocked_until <= now()
    returning blocked_until is not null as is_last`,
  )
  return taken ?? { retryAfterSeconds: await secondsLeft(db, name, key) }
}

/** A second where the block has ended meanwhile, since the try that filled the limit was right. */
async function secondsLeft(db: Db, name: LimitName, key: string): Promise<number> {
  const found = await row<{ seconds: number }>(
    db,
    sql`
    select ceil(extract(epoch from blocked_until - now()))::int as seconds
    from rate_limits where name = ${name} and key = ${key} and blocked_until > now()`,
  )
  return Math.max(1, found?.seconds ?? 1)
}

function placeOf({ what, origin, browserId }: CredentialCheck): [LimitName, string] {
  if (browserId === undefined) return ['addressFailures', addressKey(origin.ipAddress)]
  return [what === 'password' ? 'browserPassword' : 'browserCode', browserId]
}

function accountOf({ what, owner, browserId }: CredentialCheck): [LimitName, string] | undefined {
  if (browserId !== undefined || !owner) return undefined
  return [what === 'password' ? 'accountPassword' : 'accountCode', owner.id ?? owner.email]
}

async function recordBlock(db: Db, name: LimitName, origin: Origin): Promise<void> {
  await recordAudit(db, origin, 'address_blocked', {
    data: { limit: name, minutes: config.limits[name].blockMinutes },
  })
}
