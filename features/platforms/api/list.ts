import type { Sql } from 'sql-template-tag'
import type { Reply } from '#contract/endpoint.ts'
import { isId } from '#contract/fields.ts'
import { invitationState } from '#domain/invitation.ts'
import { rows, sql, type Db } from '#server/db.ts'
import type { Page } from '#server/paging.ts'
import type { listOwnInvitations } from './contract.ts'

type Invitation = Reply<typeof listOwnInvitations>[number] & { key: string[] }
type InvitationRow = Omit<Invitation, 'createdAt' | 'expiresAt'> & {
  createdAt: Date
  expiresAt: Date | null
}

/** Lists a platform's invitations, the latest first: ids increase with time. */
export function listInvitationsOf(
  db: Db,
  platformId: string,
  { take, after }: Page,
): Promise<Invitation[]> {
  const [last = null] = after ?? []
  return findInvitations(
    db,
    platformId,
    sql`and (${last}::uuid is null or i.id < ${last}::uuid) order by i.id desc limit ${take}`,
  )
}

/** Finds an invitation of a platform; undefined also for one that another platform has created. */
export async function findInvitationOf(
  db: Db,
  platformId: string,
  id: string,
): Promise<Invitation | undefined> {
  if (!isId(id)) return undefined
  const [found] = await findInvitations(db, platformId, sql`and i.id = ${id}`)
  return found
}

async function findInvitations(db: Db, platformId: string, condition: Sql): Promise<Invitation[]> {
  const found = await rows<InvitationRow>(db)`
    select i.id, array[i.id::text] as key, i.email, i.firstname, i.lastname, i.partner_id,
           i.preferred_language, i.created_at, l.expires_at, ${invitationState} as state
    from invitations i
    left join lateral (select max(expires_at) as expires_at from one_time_links
                       where invitation_id = i.id and voided_at is null) l on true
    where i.platform_id = ${platformId} ${condition}`
  return found.map((invitation) => ({
    ...invitation,
    createdAt: invitation.createdAt.toISOString(),
    expiresAt: invitation.expiresAt?.toISOString() ?? null,
  }))
}
