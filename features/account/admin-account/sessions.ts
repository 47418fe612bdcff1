import type { Reply } from '#contract/endpoint.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { endAdminSessionOf, endAdminSessionsOf, listAdminSessions } from '#domain/admin-session.ts'
import { recordAudit } from '#domain/audit.ts'
import { countRecoveryCodes } from '#domain/recovery-code.ts'
import { findSecondFactor } from '#domain/second-factor.ts'
import type { AdminCaller } from '#server/caller.ts'
import { config } from '#server/config.ts'
import { transaction, type Db } from '#server/db.ts'
import type { getAdminAccount } from './contract.ts'

export async function describeAccount(
  db: Db,
  { adminId, sessionId }: AdminCaller,
): Promise<Reply<typeof getAdminAccount>> {
  const [open, factor, recoveryCodesLeft] = await Promise.all([
    listAdminSessions(db, adminId),
    findSecondFactor(db, adminId),
    countRecoveryCodes(db, adminId),
  ])
  const sessions = open.map(({ loginTime, lastSeen, ...each }) => ({
    ...each,
    loginTime: loginTime.toISOString(),
    lastSeen: lastSeen.toISOString(),
    current: each.id === sessionId,
  }))
  return {
    hasPassword: config.adminSignIn === 'local',
    totp: factor !== undefined,
    recoveryCodesLeft,
    sessions: sessions.sort((one, other) => Number(other.current) - Number(one.current)),
  }
}

/** Throws `notFound` alike for another admin's session and for an unknown id. */
export async function endOne(db: Db, caller: AdminCaller, id: string): Promise<void> {
  await transaction(db, async (tx) => {
    const isEnded = await endAdminSessionOf(tx, caller.adminId, id, 'endedElsewhere')
    if (!isEnded) throw new Refusal(errorCodes.notFound)
    await recordAudit(tx, caller, 'session_ended', { targetId: id })
  })
}

/** Ends all sessions except the caller's; returns how many. */
export function endOthers(db: Db, caller: AdminCaller): Promise<number> {
  const { adminId, sessionId } = caller
  return transaction(db, async (tx) => {
    const ended = await endAdminSessionsOf(tx, adminId, 'endedElsewhere', sessionId)
    if (ended > 0) await recordAudit(tx, caller, 'other_sessions_ended', { data: { ended } })
    return ended
  })
}
