import { row, sql, type Db } from '#server/db.ts'
import { tokenHash } from '#server/secret.ts'
import { platformOfClient } from './test-login.ts'

/** Hashes the id of an OpenID provider record for storage, so that reading the table reveals no usable token. */
export function recordIdOf(id: string): string {
  return tokenHash(id).toString('base64url')
}

type WaitingPlatform = { name: string; url: string; logo: string | null }

/** Returns the active platform whose sign-on request waits for a login. `uid` is random, so it cannot be guessed. */
export function findWaitingPlatform(db: Db, uid: string): Promise<WaitingPlatform | undefined> {
  return row<WaitingPlatform>(db)`
    select s.name, s.url, s.logo from oidc_records r
    join subsystems s on s.id = ${platformOfClient(sql`r.payload->'params'->>'client_id'`)}
    where r.model = 'Interaction' and r.id = ${recordIdOf(uid)} and r.expires_at > now() and s.active`
}
