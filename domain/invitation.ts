import { randomUUIDv7 } from 'node:crypto'
import type { Locale } from '#contract/locale.ts'
import { row, run, sql, type Db } from '#server/db.ts'

type NewInvitation = {
  partnerId: string
  email: string
  firstname: string
  lastname: string
  preferredLanguage: Locale
  subsystems: readonly string[]
  redirectUrl?: string | undefined
}

export type Invitation = {
  id: string
  partnerId: string
  partnerName: string
  partnerActive: boolean
  email: string
  firstname: string
  lastname: string
  preferredLanguage: Locale
  subsystems: string[]
  redirectUrl: string | null
}

export async function addInvitation(db: Db, invitation: NewInvitation): Promise<string> {
  const id = randomUUIDv7()
  await run(
    db,
    sql`
    insert into invitations
      (id, partner_id, email, firstname, lastname, preferred_language, subsystems, redirect_url)
    values (${id}, ${invitation.partnerId}, ${invitation.email}, ${invitation.firstname},
            ${invitation.lastname}, ${invitation.preferredLanguage}, ${invitation.subsystems},
            ${invitation.redirectUrl ?? null})`,
  )
  return id
}

/** An invitation that still stands: neither accepted nor revoked. */
export function findInvitation(db: Db, id: string): Promise<Invitation | undefined> {
  return row<Invitation>(
    db,
    sql`
    select i.id, i.partner_id, p.name as partner_name, p.active as partner_active, i.email, i.firstname,
           i.lastname, i.preferred_language, i.subsystems, i.redirect_url
    from invitations i join partners p on p.id = i.partner_id
    where i.id = ${id} and i.accepted_at is null and i.revoked_at is null`,
  )
}

/** False when it was accepted or revoked meanwhile. */
export async function acceptInvitation(db: Db, id: string): Promise<boolean> {
  const accepted = await run(
    db,
    sql`
    update invitations set accepted_at = now()
    where id = ${id} and accepted_at is null and revoked_at is null`,
  )
  return accepted === 1
}

/** False when it was accepted or revoked already. */
export async function revokeInvitation(db: Db, id: string): Promise<boolean> {
  const revoked = await run(
    db,
    sql`
    update invitations set revoked_at = now()
    where id = ${id} and accepted_at is null and revoked_at is null`,
  )
  return revoked === 1
}

export type InvitationState = {
  id: string
  createdAt: Date
  acceptedAt: Date | null
  revokedAt: Date | null
}

export function findInvitationState(db: Db, id: string): Promise<InvitationState | undefined> {
  return row<InvitationState>(
    db,
    sql`select id, created_at, accepted_at, revoked_at from invitations where id = ${id}`,
  )
}

/** The one that an address accepted, or else the latest to it. */
export function findInvitationOf(db: Db, email: string): Promise<InvitationState | undefined> {
  return row<InvitationState>(
    db,
    sql`
    select id, created_at, accepted_at, revoked_at from invitations
    where email = ${email} order by accepted_at nulls last, id desc limit 1`,
  )
}
