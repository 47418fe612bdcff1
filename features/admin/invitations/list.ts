import type { Reply } from '#contract/endpoint.ts'
import { invitationState } from '#domain/invitation.ts'
import { rows, type Db } from '#server/db.ts'
import type { Page } from '#server/paging.ts'
import type { listInvitations, listInvitingPartners } from './contract.ts'

type Invitation = Reply<typeof listInvitations>[number]
type Row = Omit<Invitation, 'createdAt' | 'expiresAt'> & {
  key: string[]
  createdAt: Date
  expiresAt: Date | null
}

/** The latest first: ids increase with time. */
export async function findInvitations(db: Db, { take, after }: Page) {
  const found = await rows<Row>(db)`
    select i.id, array[i.id::text] as key, i.email, i.firstname, i.lastname, i.preferred_language, i.created_at, l.expires_at,
           json_build_object('id', p.id, 'name', p.name) as partner,
           (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by s.name), '[]')
            from subsystems s where s.id = any(i.subsystems)) as subsystems,
           ${invitationState} as state
    from invitations i join partners p on p.id = i.partner_id
    left join lateral (select max(expires_at) as expires_at from one_time_links
                       where invitation_id = i.id and voided_at is null) l on true
    where ${after?.[0] ?? null}::uuid is null or i.id < ${after?.[0] ?? null}::uuid
    order by i.id desc limit ${take}`
  return found.map((invitation) => ({
    ...invitation,
    createdAt: invitation.createdAt.toISOString(),
    expiresAt: invitation.expiresAt?.toISOString() ?? null,
  }))
}

/** The first twenty active companies whose name contains the text. */
export function findInvitingPartners(
  db: Db,
  text: string,
): Promise<Reply<typeof listInvitingPartners>> {
  return rows<Reply<typeof listInvitingPartners>[number]>(db)`
    select p.id, p.name,
           (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by s.name), '[]')
            from subsystems s
            where s.active and (p.subsystems is null or s.id = any(p.subsystems))) as subsystems
    from partners p
    where p.active and strpos(lower(p.name), lower(${text})) > 0
    order by lower(p.name), p.id limit 20`
}
