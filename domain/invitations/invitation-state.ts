import { row, type Db } from '#server/db.ts'

export type InvitationState = {
  id: string
  partnerId: string
  createdAt: Date
  acceptedAt: Date | null
  revokedAt: Date | null
}

export function findInvitationState(db: Db, id: string): Promise<InvitationState | undefined> {
  return row<InvitationState>(db)`
    select id, partner_id, created_at, accepted_at, revoked_at from invitations where id = ${id}`
}

/** Returns the invitation that the email address accepted, or else the latest one. */
export function findInvitationOf(db: Db, email: string): Promise<InvitationState | undefined> {
  return row<InvitationState>(db)`
    select id, partner_id, created_at, accepted_at, revoked_at from invitations
    where email = ${email} order by accepted_at nulls last, id desc limit 1`
}
