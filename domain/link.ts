import { randomUUIDv7 } from 'node:crypto'
import type { LinkKind } from '#contract/link.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { maxTries } from '#contract/session.ts'
import type { Origin } from '#server/caller.ts'
import { config } from '#server/config.ts'
import { affects, purgeOf, row, run, scalar, scalars, sql, type Db } from '#server/db.ts'
import { areDigitsFor, digitsFor, storedTokenFor, tokenFor, tokenHash } from '#server/secret.ts'
import { nobody } from './account.ts'
import { consumeRateLimit, limitFailures } from './rate-limit.ts'

/** The kinds of the partner area, and the one of the admin area. */
export type AnyLinkKind = LinkKind | 'admin-set-up'

/** How long each kind of link works (LI-04). */
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

/** Links that protect a user: they end sessions or stop a recovery. No admin may revoke them. */
export const isProtective = sql`kind in ('log-me-out', 'stop-recovery')`

export const isOpen = sql`used_at is null and voided_at is null and expires_at > now()`

type NewLink = {
  kind: AnyLinkKind
  email: string
  createdBy: string
  /** The factor that was added: disabled, too, by a link that logs out everywhere. */
  passkeyId?: string
  authenticatorId?: string
  /** The case that it belongs to. */
  approvalId?: string
  contactPointId?: string
} & /** Undefined: nobody's, which is the same statements and no link. */ (
  | { userId: string | undefined; invitationId?: undefined }
  | { invitationId: string; userId?: undefined }
)

/** Creates the first links of new invitations, by one statement. Returns their ids in the same order. */
export async function createInvitationLinks(
  db: Db,
  invitations: readonly { id: string; email: string }[],
  createdBy: string,
): Promise<string[]> {
  const ids = invitations.map(() => randomUUIDv7())
  await run(db)`
    insert into one_time_links (id, kind, token_hash, invitation_id, email, created_by, expires_at)
    select one.id, 'invitation', one.hash, one.invitation_id, one.email, ${createdBy},
           now() + ${lifetimes.invitation}::interval
    from unnest(${ids}::uuid[], ${ids.map((id) => tokenHash(tokenFor('link', id)))}::bytea[],
                ${invitations.map(({ id }) => id)}::uuid[],
                ${invitations.map(({ email }) => email)}::text[]) as one (id, hash, invitation_id, email)`
  return ids
}

type StopLinks = {
  userId: string
  /** Undefined where nothing waits for a second person. */
  approvalId?: string | undefined
  /** The factor that has taken the place of another: disabled by the link, within a day. */
  passkeyId?: string | undefined
  authenticatorId?: string | undefined
}

/**
 * Creates a link for each address of a user, by one statement: each stops a recovery. Returns their ids in the same
 * order. Creates none, by the same statement, for an unknown user.
 */
export async function createStopLinks(
  tx: Db,
  emails: readonly string[],
  { userId, approvalId, passkeyId, authenticatorId }: StopLinks,
): Promise<string[]> {
  const ids = emails.map(() => randomUUIDv7())
  const isDone = (passkeyId ?? authenticatorId) !== undefined
  await run(tx)`
    insert into one_time_links
      (id, kind, token_hash, user_id, email, created_by, approval_id, passkey_id, authenticator_id, expires_at)
    select one.id, 'stop-recovery', one.hash, a.id, one.email, 'system', ${approvalId ?? null}::uuid,
           ${passkeyId ?? null}::uuid, ${authenticatorId ?? null}::uuid,
           now() + ${isDone ? '24 hours' : lifetimes['stop-recovery']}::interval
    from unnest(${ids}::uuid[], ${ids.map((id) => tokenHash(tokenFor('link', id)))}::bytea[],
                ${emails}::text[]) as one (id, hash, email)
    join accounts a on a.id = ${userId}`
  return ids
}

export type Link = {
  id: string
  kind: AnyLinkKind
  email: string
  userId: string | null
  invitationId: string | null
  /** Such as `admin:` and an id. */
  createdBy: string
  passkeyId: string | null
  authenticatorId: string | null
  approvalId: string | null
  contactPointId: string | null
  createdAt: Date
  expiresAt: Date
}

/**
 * Creates a link and voids older ones of its kind for the same user; except those that only stop something, or an
 * attacker's second login would void the link in the mail about the first, and those of several contact points. Only the token's hash is stored; the mail
 * job derives the token from the id, so that each retry carries the same link.
 */
export async function createLink(db: Db, link: NewLink): Promise<string> {
  // Without the lock, two links created at the same time would both work.
  const owner = link.userId ?? link.invitationId ?? nobody
  await run(db)`select pg_advisory_xact_lock(hashtextextended(${`${link.kind} ${owner}`}, 0))`
  if (link.kind !== 'contact-point') await voidLinksOf(db, owner, { kind: link.kind })
  const id = randomUUIDv7()
  await run(db)`
    insert into one_time_links
      (id, kind, token_hash, user_id, invitation_id, email, created_by, passkey_id,
       authenticator_id, approval_id, contact_point_id, expires_at)
    select ${id}::uuid, ${link.kind}, ${tokenHash(tokenFor('link', id))}::bytea, ${link.userId ?? null}::uuid,
           ${link.invitationId ?? null}::uuid, ${link.email}, ${link.createdBy},
           ${link.passkeyId ?? null}::uuid, ${link.authenticatorId ?? null}::uuid,
           ${link.approvalId ?? null}::uuid, ${link.contactPointId ?? null}::uuid,
           now() + ${lifetimes[link.kind]}::interval
    where ${owner} <> ${nobody}`
  return id
}

/** What support reads out to the user: the link of a case, or this one, asks for it. */
export function supportCodeOf(id: string): string {
  return digitsFor('support-code', id)
}

/** Whether this is the code that support has read out. Constant time. */
export function isSupportCode({ id, approvalId }: Link, code: string): boolean {
  return areDigitsFor('support-code', approvalId ?? id, code)
}

/** The link of a token, while it still works. Does not use it up. */
export function findLink(db: Db, token: string): Promise<Link | undefined> {
  return row<Link>(db)`
    select id, kind, email, user_id, invitation_id, created_by, passkey_id, authenticator_id, approval_id,
           contact_point_id, created_at, expires_at
    from one_time_links
    where token_hash = ${tokenHash(token)} and ${isOpen}`
}

/**
 * The link of a token that a caller presents; opening does not use it up. Unknown tokens are limited by IP
 * address, used and expired ones are not. Throws `tooManyRequests` or `invalidLink`.
 */
export async function openLink(db: Db, origin: Origin, token: string): Promise<Link> {
  const isKnown = await limitFailures(
    db,
    'unknownLinks',
    origin,
    () => affects(db)`select from one_time_links where token_hash = ${tokenHash(token)}`,
  )
  const link = isKnown && (await findLink(db, token))
  if (!link) throw new Refusal(errorCodes.invalidLink)
  return link
}

/** `openLink` for what the link allows: each call counts, since a failure of its work may write rows too. */
export async function openLinkForUse(db: Db, origin: Origin, token: string): Promise<Link> {
  const link = await openLink(db, origin, token)
  const limited = await consumeRateLimit(db, 'linkTries', link.id)
  if (limited) throw new Refusal(errorCodes.tooManyRequests, limited)
  return link
}

export async function expiryOf(db: Db, id: string): Promise<Date> {
  const found = await row<{ expiresAt: Date }>(db)`
    select expires_at from one_time_links where id = ${id}`
  if (!found) throw new Error(`no link ${id}`)
  return found.expiresAt
}

/** The token for the mail; undefined when the link no longer works. */
export async function mailedToken(db: Db, id: string): Promise<string | undefined> {
  const hash = await scalar<Buffer>(db)`
    select token_hash from one_time_links where id = ${id} and ${isOpen}`
  return hash && storedTokenFor('link', id, hash)
}

export const deleteExpiredLinks = purgeOf(
  'one_time_links',
  sql`expires_at < now() - ${config.retention.links}::interval`,
)

/** An admin, or the second person of a case, has verified the identity of the user who asked for it. */
export function isCreatedByAdmin({ createdBy, approvalId }: Link): boolean {
  return createdBy.startsWith('admin:') || approvalId !== null
}

/** Records that the page of a link was opened, once. */
export async function recordLinkOpened(db: Db, id: string): Promise<void> {
  await run(db)`
    update one_time_links set opened_at = now() where id = ${id} and opened_at is null and ${isOpen}`
}

/** Counts an attempt at the credential that a link asks for, before its check. False after the fifth. Atomic. */
export function consumeLinkAttempt(db: Db, id: string): Promise<boolean> {
  return affects(db)`
    update one_time_links set tries = tries + 1
    where id = ${id} and tries < ${maxTries} and ${isOpen}`
}

/** Takes back an attempt whose credential was right. */
export async function refundLinkAttempt(db: Db, id: string): Promise<void> {
  await run(db)`update one_time_links set tries = tries - 1 where id = ${id} and tries > 0`
}

/** Uses a link up. Atomic: true for exactly one of any number of parallel calls. */
export function consumeLink(db: Db, id: string): Promise<boolean> {
  return affects(db)`
    update one_time_links set used_at = now() where id = ${id} and ${isOpen}`
}

type VoidOptions = {
  /** Voids links of this kind only. */
  kind?: AnyLinkKind
  /** Keeps the link with which an admin, who has verified the user's identity, lets them reset their authenticator. */
  keepsAdminReset?: boolean
}

/** Voids the open links of a user or an invitation, except those that only stop something. */
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

/** Voids the open links of a user’s cases, or of one. Returns the cases that had one before this transaction. */
export function voidRecoveryLinks(
  tx: Db,
  userId: string,
  approvalId: string | undefined,
): Promise<string[]> {
  return scalars<string>(tx)`
    update one_time_links l set voided_at = now()
    where user_id = ${userId} and approval_id = coalesce(${approvalId ?? null}::uuid, approval_id)
      and kind in ('reset-mfa', 'recover') and used_at is null and expires_at > now()
      -- Locking or deactivating the user has voided it a moment ago.
      and (voided_at is null or voided_at = now())
    returning approval_id`
}

/**
 * Voids one open link of a user and returns its kind. Undefined for another user's, one that no longer works, and one
 * that only protects. Atomic.
 */
export function voidLinkOf(db: Db, userId: string, id: string): Promise<LinkKind | undefined> {
  return scalar<LinkKind>(db)`
    update one_time_links set voided_at = now()
    where id = ${id} and user_id = ${userId} and not (${isProtective}) and ${isOpen}
    returning kind`
}
