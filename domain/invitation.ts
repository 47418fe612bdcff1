import { randomUUIDv7 } from 'node:crypto'
import type { Sql } from 'sql-template-tag'
import type { Locale } from '#contract/locale.ts'
import type { invitationStates } from '#contract/link.ts'
import { affects, row, rows, run, sql, type Db, type Transaction } from '#server/db.ts'
import type { Page } from '#server/paging.ts'
import { recordAudit, type Actor } from './audit.ts'
import { createLink } from './link.ts'
import { enqueueMail } from './mail.ts'

export type Guest = {
  partnerId: string
  email: string
  firstname: string
  lastname: string
  preferredLanguage: Locale
  subsystems: readonly string[]
  redirectUrl?: string | undefined
}

export type Invitation = Omit<Guest, 'redirectUrl'> & {
  id: string
  partnerName: string
  partnerActive: boolean
  redirectUrl: string | null
}

export type Invited = { invitationId: string; linkId: string }

/** Creates an invitation and queues its mail in the same transaction. */
export async function createInvitation(
  tx: Transaction,
  actor: Actor,
  guest: Guest,
): Promise<Invited> {
  const invitationId = randomUUIDv7()
  const { partnerId, email, firstname, lastname, preferredLanguage, subsystems } = guest
  await run(tx)`
    insert into invitations
      (id, partner_id, email, firstname, lastname, preferred_language, subsystems, redirect_url, platform_id)
    values (${invitationId}, ${partnerId}, ${email}, ${firstname}, ${lastname}, ${preferredLanguage},
            ${subsystems}, ${guest.redirectUrl ?? null}, ${actor.platformId ?? null})`
  const linkId = await mailLink(tx, actor, { ...guest, id: invitationId })
  await recordAudit(tx, actor, 'invitation_created', {
    targetId: invitationId,
    data: { partnerId, subsystems },
  })
  return { invitationId, linkId }
}

/** Voids the older links of the invitation. */
export async function mailLink(
  tx: Transaction,
  actor: Actor,
  { id, email, preferredLanguage }: Pick<Invitation, 'id' | 'email' | 'preferredLanguage'>,
): Promise<string> {
  const link = { kind: 'invitation', email, invitationId: id, createdBy: createdBy(actor) } as const
  const linkId = await createLink(tx, link)
  const guest = { email, preferredLanguage }
  await enqueueMail(tx, 'invitation', guest, { invitationId: id, linkId })
  return linkId
}

function createdBy({ kind, adminId, platformId }: Actor): string {
  if (adminId !== undefined) return `admin:${adminId}`
  return platformId === undefined ? (kind ?? 'system') : `platform:${platformId}`
}

/** An invitation that was neither accepted nor revoked. */
export function findInvitation(db: Db, id: string): Promise<Invitation | undefined> {
  return row<Invitation>(db)`
    select i.id, i.partner_id, p.name as partner_name, p.active as partner_active, i.email, i.firstname,
           i.lastname, i.preferred_language, i.subsystems, i.redirect_url
    from invitations i join partners p on p.id = i.partner_id
    where i.id = ${id} and i.accepted_at is null and i.revoked_at is null`
}

/** False when it was accepted or revoked already. */
export function closeInvitation(db: Db, id: string, as: 'accepted' | 'revoked'): Promise<boolean> {
  const column = as === 'accepted' ? sql`accepted_at` : sql`revoked_at`
  return affects(db)`
    update invitations set ${column} = now()
    where id = ${id} and accepted_at is null and revoked_at is null`
}

export type InvitationState = {
  id: string
  createdAt: Date
  acceptedAt: Date | null
  revokedAt: Date | null
}

export function findInvitationState(db: Db, id: string): Promise<InvitationState | undefined> {
  return row<InvitationState>(db)`
    select id, created_at, accepted_at, revoked_at from invitations where id = ${id}`
}

export type ListedInvitation = Omit<Invitation, 'partnerName' | 'partnerActive' | 'subsystems'> & {
  key: string[]
  partner: { id: string; name: string }
  subsystems: { id: string; name: string }[]
  state: (typeof invitationStates)[number]
  createdAt: Date
  /** When its link stops working. */
  expiresAt: Date | null
}

/** Lists the invitations (`i`) that meet a condition, the latest first: ids increase with time. */
export function listInvitations(
  db: Db,
  condition: Sql,
  { take, after }: { take: number; after?: Page['after'] },
): Promise<ListedInvitation[]> {
  return rows<ListedInvitation>(db)`
    select i.id, array[i.id::text] as key, i.partner_id, i.email, i.firstname, i.lastname,
           i.preferred_language, i.redirect_url, i.created_at, l.expires_at, json_build_object('id', p.id, 'name', p.name) as partner,
           (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by s.name), '[]')
            from subsystems s where s.id = any(i.subsystems)) as subsystems,
           case when i.accepted_at is not null then 'accepted'
                when i.revoked_at is not null then 'revoked'
                when l.expires_at > now() then 'open' else 'expired' end as state
    from invitations i join partners p on p.id = i.partner_id
    left join lateral (select max(expires_at) as expires_at from one_time_links
                       where invitation_id = i.id and voided_at is null) l on true
    where ${condition} and (${after?.[0] ?? null}::uuid is null or i.id < ${after?.[0] ?? null}::uuid)
    order by i.id desc limit ${take}`
}

/** The invitation that the email address accepted, or else the latest one. */
export function findInvitationOf(db: Db, email: string): Promise<InvitationState | undefined> {
  return row<InvitationState>(db)`
    select id, created_at, accepted_at, revoked_at from invitations
    where email = ${email} order by accepted_at nulls last, id desc limit 1`
}
