import type { Actor } from '#domain/audit.ts'
import { createInvitation, type Guest, type Invited } from '#domain/invitation.ts'
import { findOrCreatePartner } from '#domain/partner.ts'
import { transaction, type Db } from '#server/db.ts'

/** Asks a person to join a company; one that is not known yet is made. */
export function invite(
  db: Db,
  actor: Actor,
  { company, ...guest }: Omit<Guest, 'partnerId'> & { company: string },
): Promise<Invited> {
  return transaction(db, async (tx) =>
    createInvitation(tx, actor, { ...guest, partnerId: await findOrCreatePartner(tx, company) }),
  )
}
