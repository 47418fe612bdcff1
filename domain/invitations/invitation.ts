import { randomUUIDv7 } from 'node:crypto'
import type { Locale } from '#contract/locale.ts'
import { affects, row, rows, run, sql, type Db, type Transaction } from '#server/db.ts'
import { actorText, recordAudit, type Actor } from '../audit/audit.ts'
import { createInvitationLinks, createLink, voidLinksOf } from '../sign-in/link.ts'
import { enqueueMail, enqueueMails } from '../mail/mail.ts'
import { findOffered } from '../platforms/offered-platform.ts'
import { rolesFor, withoutRemovedRoles, type PlatformRoles } from '../platforms/platform-role.ts'
import { lockPlatformAccounts, setPlatformAccounts } from '../platform-access/platform-account.ts'
import { fillOf, searchText } from '../lists/search-text.ts'
import { optionalAuditData } from './invitation-audit.ts'

/** A user to invite, with the access that the invitation grants. */
export type Guest = {
  partnerId: string
  email: string
  firstname: string
  lastname: string
  preferredLanguage: Locale
  subsystems: readonly string[]
  redirectUrl?: string | undefined
  /** End of the granted access; null or undefined for no end. */
  accessExpiresAt?: Date | null | undefined
  /** Roles on the platforms. */
  platformRoles?: PlatformRoles | undefined
  /** Id of a batch of invitations sent together, stored in the audit row of each. */
  batchId?: string | undefined
}

export type Invitation = Omit<
  Guest,
  'redirectUrl' | 'batchId' | 'accessExpiresAt' | 'platformRoles'
> & {
  id: string
  accessExpiresAt: Date | null
  platformRoles: PlatformRoles
  partnerName: string
  partnerActive: boolean
  redirectUrl: string | null
  /** Platform that sent the invitation; null if an admin, a user of the company or a command did. */
  platformId: string | null
}

export type InvitationIds = { invitationId: string; linkId: string }

/** Creates an invitation and queues its mail in the same transaction. */
export async function createInvitation(
  tx: Transaction,
  actor: Actor,
  guest: Guest,
): Promise<InvitationIds> {
  const id = await addInvitation(tx, actor, guest)
  return { invitationId: id, linkId: await mailLink(tx, actor, { ...guest, id }) }
}

type Terms = 'partnerId' | 'subsystems' | 'redirectUrl' | 'accessExpiresAt' | 'platformRoles'
type Guests = Pick<Guest, Terms> & {
  guests: readonly Pick<Guest, 'email' | 'firstname' | 'lastname' | 'preferredLanguage'>[]
  batchId: string
}

/**
 * Creates the invitations of many users of one company and queues their mails. Returns the ids in the order of
 * `guests`.
 */
export async function createInvitations(
  tx: Transaction,
  actor: Actor,
  guests: Guests,
): Promise<string[]> {
  const added = await addInvitations(tx, actor, guests)
  const mails = added.map(({ id: invitationId, linkId, email, preferredLanguage }) => ({
    email,
    preferredLanguage,
    data: { invitationId, linkId },
  }))
  await enqueueMails(tx, 'invitation', mails)
  return added.map(({ id }) => id)
}

type AddedInvitation = Guests['guests'][number] & { id: string; linkId: string }

/** Adds invitations with links but without mails, for callers that find out later which addresses belong to users. */
export async function addInvitations(
  tx: Transaction,
  actor: Actor,
  { guests, batchId, ...terms }: Guests,
): Promise<AddedInvitation[]> {
  const { partnerId, subsystems, redirectUrl, accessExpiresAt = null, platformRoles = [] } = terms
  const invitations = guests.map((guest) => ({ ...guest, id: randomUUIDv7() }))
  await run(tx)`
    insert into invitations
      (id, partner_id, email, firstname, lastname, preferred_language, subsystems, redirect_url,
       access_expires_at, platform_roles, platform_id, search_text)
    select i.id, ${partnerId}, i.email, i.firstname, i.lastname, i.language, ${subsystems}::text[],
           ${redirectUrl ?? null}, ${accessExpiresAt}::timestamptz, ${JSON.stringify(platformRoles)}::jsonb,
           ${actor.platformId ?? null}, i.search_text
    from unnest(${invitations.map(({ id }) => id)}::uuid[], ${invitations.map(({ email }) => email)}::text[],
                ${invitations.map(({ firstname }) => firstname)}::text[],
                ${invitations.map(({ lastname }) => lastname)}::text[],
                ${invitations.map(({ preferredLanguage }) => preferredLanguage)}::text[],
                ${invitations.map(searchTextOf)}::text[])
      as i (id, email, firstname, lastname, language, search_text)`
  for (const { id: targetId } of invitations) {
    const data = { partnerId, subsystems, ...optionalAuditData(terms), batchId }
    await recordAudit(tx, actor, 'invitation_created', { targetId, data })
  }
  const links = await createInvitationLinks(tx, invitations, actorText(actor))
  return invitations.map((invitation, index) => ({ ...invitation, linkId: links[index] ?? '' }))
}

type Addressee = Pick<Invitation, 'id' | 'email' | 'preferredLanguage'>

/** Creates a new link for an invitation and queues its mail. Voids the older links. Returns the id of the link. */
export async function mailLink(tx: Transaction, actor: Actor, to: Addressee): Promise<string> {
  const linkId = await createInvitationLink(tx, actor, to)
  await mailInvitation(tx, to, linkId)
  return linkId
}

/** Creates a new link for an invitation without queuing a mail. Voids the older links. Returns the id of the link. */
export function createInvitationLink(
  tx: Transaction,
  actor: Actor,
  { id: invitationId, email }: Pick<Addressee, 'id' | 'email'>,
): Promise<string> {
  return createLink(tx, { kind: 'invitation', email, invitationId, createdBy: actorText(actor) })
}

export async function mailInvitation(
  tx: Transaction,
  { id: invitationId, email, preferredLanguage }: Addressee,
  linkId: string,
): Promise<void> {
  await enqueueMail(tx, 'invitation', { email, preferredLanguage }, { invitationId, linkId })
}

/** Adds an invitation without a link and without queuing a mail. Returns the id. */
export async function addInvitation(
  tx: Transaction,
  actor: Actor,
  invitation: Guest,
): Promise<string> {
  const id = randomUUIDv7()
  const { partnerId, subsystems, batchId, accessExpiresAt = null, platformRoles = [] } = invitation
  await run(tx)`
    insert into invitations
      (id, partner_id, email, firstname, lastname, preferred_language, subsystems, redirect_url,
       access_expires_at, platform_roles, platform_id, search_text)
    values (${id}, ${invitation.partnerId}, ${invitation.email}, ${invitation.firstname},
            ${invitation.lastname}, ${invitation.preferredLanguage}, ${invitation.subsystems},
            ${invitation.redirectUrl ?? null}, ${accessExpiresAt}, ${JSON.stringify(platformRoles)}::jsonb, ${actor.platformId ?? null},
            ${searchTextOf(invitation)})`
  await recordAudit(tx, actor, 'invitation_created', {
    targetId: id,
    data: {
      partnerId,
      subsystems,
      ...optionalAuditData(invitation),
      ...(batchId !== undefined && { batchId }),
    },
  })
  return id
}

type InvitationGrant = Pick<Invitation, 'id' | 'subsystems' | 'accessExpiresAt' | 'platformRoles'>

/** Accepts the other open invitations of a new user by the same company, and returns them. Voids their links. */
export async function acceptOtherInvitations(
  tx: Transaction,
  { id, email, partnerId }: Pick<Invitation, 'id' | 'email' | 'partnerId'>,
): Promise<InvitationGrant[]> {
  const openInvitations = await listOpenInvitations(tx, partnerId, email)
  const otherIds = openInvitations.map((each) => each.id).filter((otherId) => otherId !== id)
  // Links before invitations, as in a revocation, so that the two cannot deadlock.
  for (const otherId of otherIds) await voidLinksOf(tx, otherId)
  return rows<InvitationGrant>(tx)`
    update invitations set accepted_at = now()
    where id = any(${otherIds}::uuid[]) and accepted_at is null and revoked_at is null
    returning id, subsystems, access_expires_at, platform_roles`
}

/**
 * Accepts an invitation for an existing user: grants access to its platforms, adds its roles on platforms that the user
 * already has, and emails the user about the change instead of sending a link. Returns the ids of the platforms that
 * changed. Returns undefined and grants nothing if the user belongs to another company or is deactivated, if the
 * invitation is no longer open, or if none of its platforms can be granted: the company no longer has them, or the
 * user's access to them is deactivated, which an invitation never reactivates.
 */
export async function acceptForUser(
  tx: Transaction,
  actor: Actor,
  invitation: InvitationGrant & Pick<Invitation, 'partnerId' | 'redirectUrl'>,
  userId: string,
): Promise<string[] | undefined> {
  const { id, partnerId, subsystems, redirectUrl, accessExpiresAt: expiresAt } = invitation
  const userAccounts = await lockPlatformAccounts(tx, userId)
  if (!userAccounts?.user.active || userAccounts.user.partnerId !== partnerId) return undefined
  const { accounts } = userAccounts
  const offered = await findOffered(tx, partnerId, subsystems)
  const isDeactivated = (id: string) => accounts.some((each) => each.id === id && !each.active)
  const openIds = offered.filter((id) => !isDeactivated(id))
  if (openIds.length === 0 && subsystems.length > 0) return undefined
  // Links before invitations, as in the sign-up, so that the two cannot deadlock.
  await voidLinksOf(tx, id)
  if (!(await closeInvitation(tx, id, 'accepted'))) return undefined
  const platformRoles = await withoutRemovedRoles(tx, invitation.platformRoles)
  const newIds = openIds.filter((id) => !accounts.some((account) => account.id === id))
  const wanted = [
    ...accounts.map((account) => {
      const addedRoles = openIds.includes(account.id) ? rolesFor({ platformRoles }, account.id) : []
      return { ...account, roles: [...new Set([...account.roles, ...addedRoles])] }
    }),
    ...newIds.map((id) => ({ id, expiresAt, roles: rolesFor({ platformRoles }, id) })),
  ]
  return setPlatformAccounts(tx, actor, userAccounts, { wanted, reason: 'invitation', redirectUrl })
}

const selectInvitation = sql`
  select i.id, i.partner_id, p.name as partner_name, p.active as partner_active, i.email, i.firstname,
         i.lastname, i.preferred_language, i.subsystems, i.redirect_url, i.access_expires_at, i.platform_roles,
         i.platform_id
  from invitations i join partners p on p.id = i.partner_id`

/** Returns an invitation that was neither accepted nor revoked; otherwise undefined. */
export function findInvitation(db: Db, id: string): Promise<Invitation | undefined> {
  return row<Invitation>(db)`
    ${selectInvitation}
    where i.id = ${id} and i.accepted_at is null and i.revoked_at is null`
}

/** Lists a company's open invitations of an email address that have a working link, the oldest first. */
export function listOpenInvitations(
  db: Db,
  partnerId: string,
  email: string,
): Promise<Invitation[]> {
  return rows<Invitation>(db)`
    ${selectInvitation}
    where i.email = ${email} and i.partner_id = ${partnerId}
      and i.accepted_at is null and i.revoked_at is null and exists (
        select from one_time_links l
        where l.invitation_id = i.id and l.voided_at is null and l.expires_at > now())
    order by i.id`
}

/** Marks an invitation as accepted or revoked. Returns false if it was already accepted or revoked. */
export function closeInvitation(db: Db, id: string, end: 'accepted' | 'revoked'): Promise<boolean> {
  const column = end === 'accepted' ? sql`accepted_at` : sql`revoked_at`
  return affects(db)`
    update invitations set ${column} = now()
    where id = ${id} and accepted_at is null and revoked_at is null`
}

/** Accepts an open invitation. Returns its terms as they are now; undefined if it was accepted or revoked before. */
export function acceptInvitation(db: Db, id: string): Promise<InvitationGrant | undefined> {
  return row<InvitationGrant>(db)`
    update invitations set accepted_at = now()
    where id = ${id} and accepted_at is null and revoked_at is null
    returning id, subsystems, access_expires_at, platform_roles`
}

type TermNames = 'subsystems' | 'platformRoles' | 'preferredLanguage' | 'accessExpiresAt'
/** The terms of a pending invitation that can be changed without a new mail. */
export type InvitationTerms = Pick<Invitation, TermNames>

/** Locks a pending invitation and returns its terms; undefined if it was accepted or revoked. */
export function lockTerms(tx: Transaction, id: string): Promise<InvitationTerms | undefined> {
  return row<InvitationTerms>(tx)`
    select subsystems, platform_roles, preferred_language, access_expires_at from invitations
    where id = ${id} and accepted_at is null and revoked_at is null for update`
}

/** Changes the terms of an invitation that `lockTerms` has locked. Its links stay valid. */
export async function setTerms(tx: Transaction, id: string, terms: InvitationTerms): Promise<void> {
  await run(tx)`
    update invitations
    set subsystems = ${terms.subsystems}, platform_roles = ${JSON.stringify(terms.platformRoles)}::jsonb,
        preferred_language = ${terms.preferredLanguage}, access_expires_at = ${terms.accessExpiresAt} where id = ${id}`
}

type SearchedFields = { firstname: string; lastname: string; email: string }

/** Returns the search text, one line for each text whose beginning can be searched for. */
function searchTextOf({ firstname, lastname, email }: SearchedFields): string {
  return searchText(`${firstname} ${lastname}`, `${lastname} ${firstname}`, email)
}

/** Fills missing search texts of invitations that an older version created. */
export const fillInvitationSearchText = fillOf<SearchedFields>(
  'invitations',
  ['firstname', 'lastname', 'email'],
  searchTextOf,
)

/** Deletes all invitations of an email address, with their links. */
export async function deleteInvitationsOf(tx: Transaction, email: string): Promise<void> {
  await run(tx)`delete from invitations where email = ${email}`
}
