import { randomUUIDv7 } from 'node:crypto'
import type { LinkKind } from '#contract/link.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { maxAttempts } from '#contract/session.ts'
import type { Origin } from '#server/caller.ts'
import { affects, purgeOf, row, run, scalar, scalars, sql, type Db } from '#server/db.ts'
import { areDigitsFor, digitsFor, storedTokenFor, tokenFor, tokenHash } from '#server/secret.ts'
import { placeholderId } from '../accounts/account.ts'
import { limitFailures } from '../credentials/address-limit.ts'
import { consumeRateLimit } from '../credentials/rate-limit.ts'

/** Kinds of links: those for users, and the one for admins. */
export type AnyLinkKind = LinkKind | 'admin-set-up'

/** Lifetime of each kind of link (LI-04). */
const lifetimes: Record<AnyLinkKind, string> = {
  invitation: '7 days',
  'reset-password': '30 minutes',
  'reset-mfa': '30 minutes',
  'log-me-out': '24 hours',
  'admin-set-up': '24 hours',
  recover: '30 minutes',
  'stop-recovery': '7 days',
  'contact-point': '24 hours',
}

/** SQL condition for links that protect a user: they end sessions or stop a recovery. Admins cannot revoke them. */
export const isProtective = sql`kind in ('log-me-out', 'stop-recovery')`

/** SQL condition for links that still work: neither used nor voided nor expired. */
export const isOpen = sql`used_at is null and voided_at is null and expires_at > now()`

type NewLink = {
  kind: AnyLinkKind
  email: string
  createdBy: string
  /** New passkey, authenticator or contact point, whose addition a link of kind `log-me-out` undoes. */
  passkeyId?: string
  authenticatorId?: string
  /** The address that a link of kind `contact-point` verifies. */
  contactPointId?: string
  /** Id of the approval of a recovery that the link belongs to. */
  approvalId?: string
} & (
  | {
      /** Undefined runs the same statements but creates no link (constant work for unknown accounts). */
      userId: string | undefined
      invitationId?: undefined
    }
  | { invitationId: string; userId?: undefined }
)

/** Creates the first links of new invitations in one statement. Returns their ids in the same order. */
export async function createInvitationLinks(
  db: Db,
  invitations: readonly { id: string; email: string }[],
  createdBy: string,
): Promise<string[]> {
  const ids = invitations.map(() => randomUUIDv7())
  await run(db)`
    insert into one_time_links (id, kind, token_hash, invitation_id, email, created_by, expires_at)
    select l.id, 'invitation', l.hash, l.invitation_id, l.email, ${createdBy},
           now() + ${lifetimes.invitation}::interval
    from unnest(${ids}::uuid[], ${ids.map((id) => tokenHash(tokenFor('link', id)))}::bytea[],
                ${invitations.map(({ id }) => id)}::uuid[],
                ${invitations.map(({ email }) => email)}::text[]) as l (id, hash, invitation_id, email)`
  return ids
}

type StopLinks = {
  userId: string
  /** Approval that the link cancels; undefined if the recovery required none. */
  approvalId?: string | undefined
  /** The replacement factor, if it was already added; the link then works for a day and disables the factor. */
  passkeyId?: string | undefined
  authenticatorId?: string | undefined
}

/**
 * Creates a link that stops a recovery for each email address of a user, in one statement. Returns their ids in the
 * same order. For an unknown user it runs the same statement, creates no link, and still returns ids.
 */
export async function createStopLinks(
  tx: Db,
  emails: readonly string[],
  { userId, approvalId, passkeyId, authenticatorId }: StopLinks,
): Promise<string[]> {
  const ids = emails.map(() => randomUUIDv7())
  const isFactorReplaced = (passkeyId ?? authenticatorId) !== undefined
  await run(tx)`
    insert into one_time_links
      (id, kind, token_hash, user_id, email, created_by, approval_id, passkey_id, authenticator_id, expires_at)
    select l.id, 'stop-recovery', l.hash, a.id, l.email, 'system', ${approvalId ?? null}::uuid,
           ${passkeyId ?? null}::uuid, ${authenticatorId ?? null}::uuid,
           now() + ${isFactorReplaced ? '24 hours' : lifetimes['stop-recovery']}::interval
    from unnest(${ids}::uuid[], ${ids.map((id) => tokenHash(tokenFor('link', id)))}::bytea[],
                ${emails}::text[]) as l (id, hash, email)
    join accounts a on a.id = ${userId}`
  return ids
}

export type Link = {
  id: string
  kind: AnyLinkKind
  email: string
  userId: string | null
  invitationId: string | null
  /** Actor as text, such as `admin:` and an id (domain/audit/audit.ts `actorText`). */
  createdBy: string
  passkeyId: string | null
  authenticatorId: string | null
  approvalId: string | null
  contactPointId: string | null
  createdAt: Date
  expiresAt: Date
}

/**
 * Creates a link and returns its id. For an undefined `userId`, returns the id of no link. Only the hash of the token
 * is stored; the mail job derives the token from the id, so that each retry sends the same link. Voids older links of
 * this kind for the same user or invitation, except:
 * - protective links, because an attacker's second login would otherwise void the link in the email about the first
 * - links of contact points, because a user may have several
 */
export async function createLink(db: Db, link: NewLink): Promise<string> {
  const owner = link.userId ?? link.invitationId ?? placeholderId
  if (!['log-me-out', 'stop-recovery', 'contact-point'].includes(link.kind)) {
    // Without the lock, two links that are created concurrently would both work.
    await run(db)`select pg_advisory_xact_lock(hashtextextended(${`${link.kind} ${owner}`}, 0))`
    await voidLinksOf(db, owner, { kind: link.kind })
  }
  const id = randomUUIDv7()
  await run(db)`
    insert into one_time_links (id, kind, token_hash, user_id, invitation_id, email, created_by, passkey_id,
                                authenticator_id, approval_id, contact_point_id, expires_at)
    select ${id}::uuid, ${link.kind}, ${tokenHash(tokenFor('link', id))}::bytea, ${link.userId ?? null}::uuid,
           ${link.invitationId ?? null}::uuid, ${link.email}, ${link.createdBy},
           ${link.passkeyId ?? null}::uuid, ${link.authenticatorId ?? null}::uuid, ${link.approvalId ?? null}::uuid,
           ${link.contactPointId ?? null}::uuid, now() + ${lifetimes[link.kind]}::interval
    where ${owner} <> ${placeholderId}`
  return id
}

/**
 * Returns the code that support reads out to the user, who enters it on the page of the link. `id` is the link's
 * approval id; for a link without an approval, the link's id.
 */
export function supportCodeOf(id: string): string {
  return digitsFor('support-code', id)
}

/** Returns true if this is the link's support code. Constant time. */
export function isSupportCode({ id, approvalId }: Link, code: string): boolean {
  return areDigitsFor('support-code', approvalId ?? id, code)
}

/** Returns the link of a token without consuming it; undefined if it does not work. */
export function findLink(db: Db, token: string): Promise<Link | undefined> {
  return row<Link>(db)`
    select id, kind, email, user_id, invitation_id, created_by, passkey_id, authenticator_id, approval_id,
           contact_point_id, created_at, expires_at
    from one_time_links
    where token_hash = ${tokenHash(token)} and ${isOpen}`
}

/**
 * Returns the link of a token that a caller presents, without consuming it. Unknown tokens are rate-limited by IP
 * address; used and expired ones are not. Throws `tooManyRequests` or `invalidLink`.
 */
export async function openLink(db: Db, origin: Origin, token: string): Promise<Link> {
  const isKnown = await limitFailures(
    db,
    'unknownLinks',
    origin,
    () => affects(db)`select from one_time_links where token_hash = ${tokenHash(token)}`,
  )
  const link = isKnown ? await findLink(db, token) : undefined
  if (!link) throw new Refusal(errorCodes.invalidLink)
  return link
}

/**
 * Opens a link like `openLink`, for an action that the link permits. Each call counts toward a rate limit of the link,
 * because even failed actions may write rows.
 */
export async function openLinkForUse(db: Db, origin: Origin, token: string): Promise<Link> {
  const link = await openLink(db, origin, token)
  const limited = await consumeRateLimit(db, 'linkTries', link.id)
  if (limited) throw new Refusal(errorCodes.tooManyRequests, limited)
  return link
}

/** Returns the time at which a link expires. Throws for an unknown id. */
export async function expiryOf(db: Db, id: string): Promise<Date> {
  const link = await row<{ expiresAt: Date }>(db)`
    select expires_at from one_time_links where id = ${id}`
  if (!link) throw new Error(`no link ${id}`)
  return link.expiresAt
}

/** Returns the token of a link for its email; undefined if the link no longer works. */
export async function mailedToken(db: Db, id: string): Promise<string | undefined> {
  const hash = await scalar<Buffer>(db)`
    select token_hash from one_time_links where id = ${id} and ${isOpen}`
  return hash && storedTokenFor('link', id, hash)
}

export const deleteExpiredLinks = purgeOf(
  'one_time_links',
  sql`expires_at < now() - interval '90 days'`,
)

/**
 * Returns true if an admin created the link, or if it belongs to an approved recovery: an admin or approver has then
 * verified the user's identity. Only for links of kind `reset-mfa` or `recover`.
 */
export function isIdentityVerified({ createdBy, approvalId }: Link): boolean {
  return createdBy.startsWith('admin:') || approvalId !== null
}

/** Records the first time at which the page of a link was opened. */
export async function recordLinkOpened(db: Db, id: string): Promise<void> {
  await run(db)`
    update one_time_links set opened_at = now() where id = ${id} and opened_at is null and ${isOpen}`
}

/**
 * Counts an attempt to enter the credential that a link asks for; call it before the check. Returns false after five
 * attempts and if the link no longer works. Atomic.
 */
export function consumeLinkAttempt(db: Db, id: string): Promise<boolean> {
  return affects(db)`
    update one_time_links set tries = tries + 1
    where id = ${id} and tries < ${maxAttempts} and ${isOpen}`
}

/** Removes an attempt from the count because its credential was correct. */
export async function refundLinkAttempt(db: Db, id: string): Promise<void> {
  await run(db)`update one_time_links set tries = tries - 1 where id = ${id} and tries > 0`
}

/** Consumes a link. Atomic: returns true for exactly one of any number of concurrent calls. */
export function consumeLink(db: Db, id: string): Promise<boolean> {
  return affects(db)`
    update one_time_links set used_at = now() where id = ${id} and ${isOpen}`
}

type VoidOptions = {
  /** Kind of the links to void; by default all kinds. */
  kind?: AnyLinkKind
  /** True to keep the link to reset the second factor if an admin or approver verified the user's identity for it. */
  keepsAdminReset?: boolean
}

/** Voids the open links of a user or an invitation, except protective ones. */
export async function voidLinksOf(
  db: Db,
  ownerId: string,
  { kind, keepsAdminReset = false }: VoidOptions = {},
): Promise<void> {
  await run(db)`
    update one_time_links set voided_at = now()
    where (user_id = ${ownerId} or invitation_id = ${ownerId}) and kind = coalesce(${kind ?? null}, kind)
      and not (${isProtective}) and used_at is null and voided_at is null
      and not (${keepsAdminReset} and kind in ('reset-mfa', 'recover')
               and (created_by like 'admin:%' or approval_id is not null))`
}

/**
 * Voids the open links of all approved recoveries of a user, or only of `approvalId`. Returns their approval ids,
 * including those of links that this transaction has already voided.
 */
export function voidRecoveryLinks(
  tx: Db,
  userId: string,
  approvalId: string | undefined,
): Promise<string[]> {
  return scalars<string>(tx)`
    update one_time_links l set voided_at = now()
    where user_id = ${userId} and approval_id = coalesce(${approvalId ?? null}::uuid, approval_id)
      and kind in ('reset-mfa', 'recover') and used_at is null and expires_at > now()
      -- A lock or deactivation of the user may have voided it earlier in this transaction.
      and (voided_at is null or voided_at = now())
    returning approval_id`
}

/**
 * Voids one open link of a user and returns its kind. Returns undefined for another user's link, one that no longer
 * works, and a protective one. Atomic.
 */
export function voidLinkOf(db: Db, userId: string, id: string): Promise<LinkKind | undefined> {
  return scalar<LinkKind>(db)`
    update one_time_links set voided_at = now()
    where id = ${id} and user_id = ${userId} and not (${isProtective}) and ${isOpen}
    returning kind`
}

/** Voids all open links except protective ones. Returns their number. */
export const voidOpenLinks = (db: Db): Promise<number> => run(db)`
  update one_time_links set voided_at = now() where ${isOpen} and not (${isProtective})`
