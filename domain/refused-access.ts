import type { RefusedAccess, RefusedCaller } from '#server/access-refusal.ts'
import { addressKeys } from '#server/address-key.ts'
import type { Db } from '#server/db.ts'
import { counter } from '#server/metrics.ts'
import { recordAudit } from './audit.ts'
import { consumeRateLimit } from './rate-limit.ts'

/** Rows of callers without a login that one server writes in a minute: a stranger has many addresses. */
export const maxStrangers = 10
const minuteMs = 60_000

const refused = counter('portico_access_refused_total', 'Refused access', ['kind'])
let minute = 0
let strangers = 0
const seen = new Set<string>()

/** One row in the audit log per minute, caller and kind, whatever the number of requests and servers. */
export async function recordRefusedAccess(
  db: Db,
  kind: RefusedAccess,
  caller: RefusedCaller,
): Promise<void> {
  refused.inc({ kind })
  const account = caller.adminId ?? caller.userId ?? caller.platformId ?? caller.serviceId
  const key = `${kind} ${account ?? addressKeys(caller.ipAddress).at(-1)}`
  if (!isNew(key, account === undefined)) return
  if (await consumeRateLimit(db, 'refusedAccess', key)) return
  await recordAudit(db, caller, 'access_refused', { data: { kind } })
}

/** Saves the database the repetitions that this server knows of. */
function isNew(key: string, isStranger: boolean): boolean {
  const now = Math.floor(Date.now() / minuteMs)
  if (now !== minute) {
    seen.clear()
    strangers = 0
    minute = now
  }
  if (seen.has(key) || (isStranger && strangers >= maxStrangers)) return false
  seen.add(key)
  if (isStranger) strangers += 1
  return true
}
