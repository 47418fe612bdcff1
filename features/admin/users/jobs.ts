import { recordAudit } from '#domain/audit.ts'
import { findDormant } from '#domain/dormant.ts'
import { endAccess } from '#domain/login.ts'
import { mailUser } from '#domain/mail.ts'
import { deactivateDormant, warnDormant } from '#domain/user.ts'
import { config } from '#server/config.ts'
import { db, transaction, type Transaction } from '#server/db.ts'

const system = { kind: 'system' }
const batch = 100

/** Warns and deactivates unused accounts (PCI DSS 8.2.6), each in its own transaction, until none is due. */
export async function processDormantAccounts(): Promise<void> {
  if (!config.dormantAccounts) return
  let found = batch
  while (found === batch) {
    const unused = await findDormant(db, 'deactivate', batch)
    for (const id of unused) await transaction(db, (tx) => deactivate(tx, id))
    const quiet = await findDormant(db, 'warn', batch)
    for (const id of quiet) await transaction(db, (tx) => warn(tx, id))
    found = Math.max(unused.length, quiet.length)
  }
}

async function warn(tx: Transaction, id: string): Promise<void> {
  const warned = await warnDormant(tx, id)
  if (!warned) return
  const until = warned.until.toISOString()
  await mailUser(tx, 'dormant', warned, { until })
  await recordAudit(tx, system, 'dormant_user_warned', { targetId: id, data: { until } })
}

async function deactivate(tx: Transaction, id: string): Promise<void> {
  const gone = await deactivateDormant(tx, id)
  if (!gone) return
  const endedSessions = await endAccess(tx, id)
  await mailUser(tx, 'dormant-deactivated', gone)
  const data = {
    before: { active: true },
    after: { active: false },
    reason: 'unused',
    endedSessions,
  }
  await recordAudit(tx, system, 'user_deactivated', { targetId: id, data })
}
