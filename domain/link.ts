import { randomUUIDv7 } from 'node:crypto'
import type { LinkKind } from '#contract/link.ts'
import { batchSize } from '#server/batch-size.ts'
import type { Origin } from '#server/caller.ts'
import { config } from '#server/config.ts'
import { row, rows, run, sql, type Db } from '#server/db.ts'
import { storedTokenFor, tokenFor, tokenHash } from '#server/secret.ts'
import { refundAddressLimit, consumeAddressLimit, type RateLimited } from './rate-limit.ts'

/** The kinds that the partner area knows, and the one of the admin area. */
export type AnyLinkKind = LinkKind | 'admin-set-up'

/** How long each kind of link works (requirement LI-04). */
const lifetimes: Record<AnyLinkKind, string> = {
  invitation: '7 days',
  'reset-password': '30 minutes',
  'reset-mfa': '30 minutes',
  'log-me-out': '24 hours',
  'admin-set-up': '24 hours',
}

/** What a link asks for before it is used may be tried so often. */
const mostTries = 5

type NewLink = { kind: AnyLinkKind; email: string; createdBy: string } & (
  | { userId: string; invitationId?: undefined }
  | { invitationId: string; userId?: undefined }
)

export type Link = {
  id: string
  kind: AnyLinkKind
  email: string
  userId: string | null
  invitationId: string | null
  /** Whose wish it was: such as `admin:` and an id. */
  createdBy: string
  expiresAt: Date
}

/**
 * Makes a link and voids the older ones of its kind for the same person; not those that end her sessions, or
 * a stranger's second login would void the mail about the first. Only the token's hash is stored; the mail's
 * job makes the token again from the id, so each try of one mail carries the same link.
 */
export async function createLink(db: Db, link: NewLink): Promise<string> {
  // Two that are made at once would each void what was there before, and both would work.
  const owner = `${link.kind} ${link.userId ?? link.invitationId}`
  await run(db, sql`select pg_advisory_xact_lock(hashtextextended(${owner}, 0))`)
  await run(
    db,
    sql`
    update one_time_links set voided_at = now()
    where kind = ${link.kind} and kind <> 'log-me-out' and used_at is null and voided_at is null
      and (user_id = ${link.userId ?? null} or invitation_id = ${link.invitationId ?? null})`,
  )
  const id = randomUUIDv7()
  await run(
    db,
    sql`
    insert into one_time_links (id, kind, token_hash, user_id, invitation_id, email, created_by, expires_at)
    values (${id}, ${link.kind}, ${tokenHash(tokenFor('link', id))}, ${link.userId ?? null},
            ${link.invitationId ?? null}, ${link.email}, ${link.createdBy},
            now() + ${lifetimes[link.kind]}::interval)`,
  )
  return id
}

/** The link of a token, while it still works. Looking uses nothing up. */
export function findLink(db: Db, token: string): Promise<Link | undefined> {
  return row<Link>(
    db,
    sql`
    select id, kind, email, user_id, invitation_id, created_by, expires_at from one_time_links
    where token_hash = ${tokenHash(token)}
      and used_at is null and voided_at is null and expires_at > now()`,
  )
}

/**
 * The link of a token that somebody shows. A token that was never sent to anybody is counted against her
 * address; one that was used or is too old is not.
 */
export async function openLink(
  db: Db,
  origin: Origin,
  token: string,
): Promise<{ link?: Link; held?: RateLimited }> {
  const held = await consumeAddressLimit(db, 'unknownLinks', origin)
  if (held) return { held }
  const sent = await row<{ id: string }>(
    db,
    sql`select id from one_time_links where token_hash = ${tokenHash(token)}`,
  )
  if (!sent) return {}
  await refundAddressLimit(db, 'unknownLinks', origin)
  const link = await findLink(db, token)
  return link ? { link } : {}
}

/** The token that a mail must carry; undefined when the link no longer works. */
export async function mailedToken(db: Db, id: string): Promise<string | undefined> {
  const found = await row<{ tokenHash: Buffer }>(
    db,
    sql`
    select token_hash from one_time_links
    where id = ${id} and used_at is null and voided_at is null and expires_at > now()`,
  )
  return found && storedTokenFor('link', id, found.tokenHash)
}

/** Forgets some of the links that expired long ago; how many. */
export function deleteExpiredLinks(db: Db): Promise<number> {
  return run(
    db,
    sql`
    delete from one_time_links where ctid = any(array(
      select ctid from one_time_links
      where expires_at < now() - ${config.retention.links}::interval limit ${batchSize}))`,
  )
}

/** An administrator's word stands behind it: she has made sure who asked. */
export function isCreatedByAdmin({ createdBy }: Link): boolean {
  return createdBy.startsWith('admin:')
}

/** Takes one try of what a link asks for, before it is looked at, so that parallel guesses never exceed the five. */
export async function consumeLinkAttempt(db: Db, id: string): Promise<boolean> {
  const taken = await run(
    db,
    sql`
    update one_time_links set tries = tries + 1
    where id = ${id} and tries < ${mostTries}
      and used_at is null and voided_at is null and expires_at > now()`,
  )
  return taken === 1
}

/** Uses a link up: of any number of parallel tries exactly one is told true. */
export async function consumeLink(db: Db, id: string): Promise<boolean> {
  const used = await run(
    db,
    sql`
    update one_time_links set used_at = now()
    where id = ${id} and used_at is null and voided_at is null and expires_at > now()`,
  )
  return used === 1
}

/** What a person's links could change is not for them any more. One that only ends her sessions stays good. */
export async function voidLinksOf(db: Db, userId: string): Promise<void> {
  await run(
    db,
    sql`
    update one_time_links set voided_at = now()
    where user_id = ${userId} and kind <> 'log-me-out' and used_at is null and voided_at is null`,
  )
}

/** An invitation was revoked. */
export async function voidLinksOfInvitation(db: Db, invitationId: string): Promise<void> {
  await run(
    db,
    sql`
    update one_time_links set voided_at = now()
    where invitation_id = ${invitationId} and used_at is null and voided_at is null`,
  )
}

export type SentLink = {
  id: string
  kind: LinkKind
  createdAt: Date
  expiresAt: Date
  usedAt: Date | null
}

/** A person's links that were not made void, that of her invitation too; of a token nothing is known here. */
export function listLinks(db: Db, userId: string): Promise<SentLink[]> {
  return rows<SentLink>(
    db,
    sql`
    select id, kind, created_at, expires_at, used_at from one_time_links
    where voided_at is null
      and (user_id = ${userId}
           or invitation_id in (select i.id from invitations i join users u on u.email = i.email
                                where u.id = ${userId}))
    order by created_at desc, id desc limit 50`,
  )
}
