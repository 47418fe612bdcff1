import { row, sql, type Db } from '#server/db.ts'
import { tokenHash } from '#server/secret.ts'
import { platformOfClient } from './test-login.ts'

/** Hashes the id of a record of the OpenID provider for storage, so that reading the table reveals no usable token. */
export function recordIdOf(id: string): string {
  return tokenHash(id).toString('base64url')
}

type WaitingPlatform = { name: string; url: string; logo: string | null }

/** The platform whose request waits for a login. The id of the request is random: it cannot be guessed. */
export function findWaitingPlatform(db: Db, uid: string): Promise<WaitingPlatform | undefined> {
  return row<WaitingPlatform>(db)`
    select s.name, s.url, s.logo from oidc_records r
    join subsystems s on s.id = ${platformOfClient(sql`r.payload->'params'->>'client_id'`)}
    where r.model = 'Interaction' and r.id = ${recordIdOf(uid)} and r.expires_at > now() and s.active`
}
