import type { LinkKind } from '#contract/link.ts'
import { rows, type Db } from '#server/db.ts'
import { isOpen, isProtective } from './link.ts'

export type OpenLink = Pick<SentLink, 'id' | 'kind' | 'createdAt' | 'expiresAt'>

/** Returns the user's open links, latest first, except those that only protect the user. */
export function listOpenLinks(db: Db, userId: string): Promise<OpenLink[]> {
  return rows<OpenLink>(db)`
    select id, kind, created_at, expires_at from one_time_links
    where user_id = ${userId} and not (${isProtective}) and ${isOpen}
    order by created_at desc, id desc`
}

export type SentLink = {
  id: string
  kind: LinkKind
  createdAt: Date
  expiresAt: Date
  usedAt: Date | null
}

/** Returns the 50 latest links of the user and of their invitation that were not voided, latest first. */
export function listLinks(db: Db, userId: string): Promise<SentLink[]> {
  return rows<SentLink>(db)`
    select id, kind, created_at, expires_at, used_at from one_time_links
    where voided_at is null
      and (user_id = ${userId}
           or invitation_id = any(array(
             select i.id from invitations i join users u on u.email = i.email where u.id = ${userId})))
    order by created_at desc, id desc limit 50`
}
