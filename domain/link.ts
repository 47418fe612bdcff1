import { randomUUIDv7 } from 'node:crypto'
import type { LinkKind } from '#contract/link.ts'
import { row, run, sql, type Db } from '#server/db.ts'
import { storedTokenFor, tokenFor, tokenHash } from '#server/secret.ts'

/** How long each kind of link works (requirement LI-04). */
const lifetimes: Record<LinkKind, string> = {
  invitation: '7 days',
  'reset-password': '30 minutes',
  'reset-mfa': '30 minutes',
  'log-me-out': '24 hours',
}

type NewLink = { kind: LinkKind; email: string; madeBy: string } & (
  | { userId: string; invitationId?: undefined }
  | { invitationId: string; userId?: undefined }
)

export type Link = {
  id: string
  kind: LinkKind
  email: string
  userId: string | null
  invitationId: string | null
  expiresAt: Date
}

/**
 * Makes a link and voids the older ones of its kind for the same person. Only the token's hash is stored;
 * the mail's job makes the token again from the id, so each try of one mail carries the same link.
 */
export async function makeLink(db: Db, link: NewLink): Promise<string> {
  await run(
    db,
    sql`
    update one_time_links set voided_at = now()
    where kind = ${link.kind} and used_at is null and voided_at is null
      and (user_id = ${link.userId ?? null} or invitation_id = ${link.invitationId ?? null})`,
  )
  const id = randomUUIDv7()
  await run(
    db,
    sql`
    insert into one_time_links (id, kind, token_hash, user_id, invitation_id, email, made_by, expires_at)
    values (${id}, ${link.kind}, ${tokenHash(tokenFor('link', id))}, ${link.userId ?? null},
            ${link.invitationId ?? null}, ${link.email}, ${link.madeBy},
            now() + ${lifetimes[link.kind]}::interval)`,
  )
  return id
}

/** The link of a token, while it still works. Looking uses nothing up. */
export function findLink(db: Db, token: string): Promise<Link | undefined> {
  return row<Link>(
    db,
    sql`
    select id, kind, email, user_id, invitation_id, expires_at from one_time_links
    where token_hash = ${tokenHash(token)}
      and used_at is null and voided_at is null and expires_at > now()`,
  )
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

/** Uses a link up: of any number of parallel tries exactly one is told true. */
export async function useLink(db: Db, id: string): Promise<boolean> {
  const used = await run(
    db,
    sql`
    update one_time_links set used_at = now()
    where id = ${id} and used_at is null and voided_at is null and expires_at > now()`,
  )
  return used === 1
}
