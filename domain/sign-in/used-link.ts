import { affects, type Db } from '#server/db.ts'
import { tokenHash } from '#server/secret.ts'

/** Returns true if the link of a token was used. */
export function isLinkUsed(db: Db, token: string): Promise<boolean> {
  return affects(db)`
    select from one_time_links where token_hash = ${tokenHash(token)} and used_at is not null`
}
