import { isDeepStrictEqual } from 'node:util'
import type { Body } from '#contract/endpoint.ts'
import { Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { lockTerms, setTerms, type InvitationTerms } from '#domain/invitations/invitation.ts'
import { requireInvitedRoles } from '#domain/platforms/platform-role.ts'
import type { AdminOrService } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import type { changeInvitations } from './change-contract.ts'
import { resendInvitation } from './contract.ts'
import { requireCompany, requirePending } from './invite.ts'

export type Changes = Omit<Body<typeof changeInvitations>, 'ids'>

/**
 * Changes the terms of a pending invitation. Its link stays valid, and an invitation that has these terms already gets
 * no audit row. Throws 404001, 409001 if it was accepted or revoked, partnerInactive, and 400001 for a platform that the
 * company lacks or a role that the platform lacks.
 */
export async function change(
  db: Db,
  caller: AdminOrService,
  id: string,
  changes: Changes,
): Promise<void> {
  const { partnerId } = await requirePending(db, id)
  await transaction(db, async (tx) => {
    const before = await lockTerms(tx, id)
    if (!before) throw new Refusal(resendInvitation.refusals.changedMeanwhile)
    const after = termsAfter(before, changes)
    if (changes.subsystems) {
      await requireCompany(tx, partnerId, after.subsystems, 'subsystems')
      await requireInvitedRoles(tx, after)
    }
    const changed = Object.entries(after).filter(
      ([name, value]) => !isDeepStrictEqual(value, before[name as keyof InvitationTerms]),
    )
    if (changed.length === 0) return
    await setTerms(tx, id, after)
    await recordAudit(tx, caller, 'invitation_changed', {
      targetId: id,
      data: {
        before: Object.fromEntries(
          changed.map(([name]) => [name, before[name as keyof InvitationTerms]]),
        ),
        after: Object.fromEntries(changed),
      },
    })
  })
}

function termsAfter(before: InvitationTerms, changes: Changes): InvitationTerms {
  const { subsystems, platformRoles = [], preferredLanguage, accessExpiresAt } = changes
  return {
    subsystems: subsystems ?? before.subsystems,
    platformRoles: subsystems ? platformRoles : before.platformRoles,
    preferredLanguage: preferredLanguage ?? before.preferredLanguage,
    accessExpiresAt:
      accessExpiresAt === undefined ? before.accessExpiresAt : dateOf(accessExpiresAt),
  }
}

function dateOf(time: string | null): Date | null {
  return time === null ? null : new Date(time)
}
