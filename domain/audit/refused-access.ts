import type { RefusedAccess, RefusedCaller } from '#server/access-refusal.ts'
import { addressKeys } from '#server/address-key.ts'
import type { Db } from '#server/db.ts'
import { counter } from '#server/metrics.ts'
import { recordAudit } from './audit.ts'
import { consumeRateLimit } from '../credentials/rate-limit.ts'

/** Maximum number of audit rows per server and minute for callers without a login, who may have many addresses. */
export const maxStrangers = 10
const minuteMs = 60_000

const refusalCounter = counter('portico_access_refused_total', 'Refused access', ['kind'])
let minute = 0
let strangers = 0
const seenKeys = new Set<string>()

/**
 * Records a refused access: at most one audit row per minute, caller and kind, for any number of requests and servers.
 */
export async function recordRefusedAccess(
  db: Db,
  kind: RefusedAccess,
  caller: RefusedCaller,
): Promise<void> {
  refusalCounter.inc({ kind })
  const account = caller.adminId ?? caller.userId ?? caller.platformId ?? caller.serviceId
  const key = `${kind} ${account ?? addressKeys(caller.ipAddress).at(-1)}`
  const isStranger = account === undefined
  if (!isNew(key, isStranger)) return
  if (await consumeRateLimit(db, 'refusedAccess', key)) return
  await recordAudit(db, caller, 'access_refused', { data: { kind } })
}

/** Returns false for repetitions within a minute that this server has seen, which saves calls of the database. */
function isNew(key: string, isStranger: boolean): boolean {
  const now = Math.floor(Date.now() / minuteMs)
  if (now !== minute) {
    seenKeys.clear()
    strangers = 0
    minute = now
  }
  if (seenKeys.has(key) || (isStranger && strangers >= maxStrangers)) return false
  seenKeys.add(key)
  if (isStranger) strangers += 1
  return true
}
