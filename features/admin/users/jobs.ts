import { recordAudit } from '#domain/audit/audit.ts'
import { lockOwnedCompany, reportLostOwner } from '#domain/companies/company-administrator.ts'
import { processDormant } from '#domain/accounts/dormant.ts'
import { endLoginsAndLinks } from '#domain/sign-in/login.ts'
import { mailUser } from '#domain/mail/mail.ts'
import { endRecovery } from '#domain/sign-in/recovery.ts'
import { copyLastLogins } from '#domain/accounts/user-login.ts'
import { deactivateDormant, warnDormant } from '#domain/accounts/user.ts'
import { db, type Transaction } from '#server/db.ts'

const system = { kind: 'system' }

/** Warns inactive users, and later deactivates them. */
export async function processDormantAccounts(): Promise<void> {
  await copyLastLogins(db)
  await processDormant(db, 'users', { warn, deactivate })
}

async function warn(tx: Transaction, id: string): Promise<void> {
  const user = await warnDormant(tx, id)
  if (!user) return
  const until = user.until.toISOString()
  await mailUser(tx, 'dormant', user, { until })
  await recordAudit(tx, system, 'dormant_user_warned', { targetId: id, data: { until } })
}

async function deactivate(tx: Transaction, id: string): Promise<void> {
  await lockOwnedCompany(tx, id)
  const user = await deactivateDormant(tx, id)
  if (!user) return
  const endedSessions = await endLoginsAndLinks(tx, id, 'endedInactive')
  await reportLostOwner(tx, id)
  await endRecovery(tx, system, { userId: id }, 'deactivated')
  await mailUser(tx, 'dormant-deactivated', user)
  const data = {
    before: { active: true },
    after: { active: false },
    reason: 'unused',
    endedSessions,
  }
  await recordAudit(tx, system, 'user_deactivated', { targetId: id, data })
}
