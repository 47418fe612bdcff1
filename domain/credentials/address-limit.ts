import { errorCodes, Refusal } from '#contract/refusal.ts'
import type { Origin } from '#server/caller.ts'
import { addressKeys, networkFactor } from '#server/address-key.ts'
import { config } from '#server/config.ts'
import type { Db } from '#server/db.ts'
import { recordAudit } from '../audit/audit.ts'
import {
  countAttempts,
  refundAttempts,
  type LimitKey,
  type LimitName,
  type RateLimited,
} from './rate-limit.ts'

/* Rate limits of IP addresses and IPv6 networks. */

/** Returns the limits of an IP address. An IPv6 address counts for its /64 and, with a wider limit, for its /48. */
export function addressLimits(name: LimitName, { ipAddress }: Origin): LimitKey[] {
  const [address, network] = addressKeys(ipAddress)
  const own: LimitKey = [name, address]
  return network === undefined ? [own] : [own, [name, network, networkFactor]]
}

/**
 * Counts an attempt of an IP address; returns undefined while the limit is not reached. Writes one audit row per block.
 */
export async function consumeAddressLimit(
  db: Db,
  name: LimitName,
  origin: Origin,
): Promise<RateLimited | undefined> {
  const counted = await countAttempts(db, addressLimits(name, origin))
  if ('retryAfterSeconds' in counted) return counted
  if (counted.isLast) await recordAddressBlock(db, name, origin)
  return undefined
}

/**
 * Runs `check` and returns its result. Only failures, which are falsy results, stay counted. Writes one audit row per
 * block. Throws `tooManyRequests`.
 */
export async function limitFailures<Result>(
  db: Db,
  name: LimitName,
  origin: Origin,
  check: () => Promise<Result>,
): Promise<Result> {
  const counted = await countAttempts(db, addressLimits(name, origin))
  if ('retryAfterSeconds' in counted) throw new Refusal(errorCodes.tooManyRequests, counted)
  const result = await check()
  if (result) await refundAddressLimit(db, name, origin)
  else if (counted.isLast) await recordAddressBlock(db, name, origin)
  return result
}

export function refundAddressLimit(db: Db, name: LimitName, origin: Origin): Promise<void> {
  return refundAttempts(db, addressLimits(name, origin))
}

export async function recordAddressBlock(db: Db, name: LimitName, origin: Origin): Promise<void> {
  await recordAudit(db, origin, 'address_blocked', {
    data: { limit: name, minutes: config.limits[name].blockMinutes },
  })
}
