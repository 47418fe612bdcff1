import { row, type Db } from '#server/db.ts'
import { recordIdOf } from './oidc-record.ts'

export type PlatformToken = { platformId: string; scopes: string[] }

/**
 * Returns the platform and scopes of a client credentials token, with which a platform invites users. Returns undefined
 * for an unknown or expired token, and after the platform was deactivated, lost the right to invite, or changed its
 * credentials.
 */
export function findPlatformToken(db: Db, token: string): Promise<PlatformToken | undefined> {
  return row<PlatformToken>(db)`
    select s.id as platform_id, string_to_array(coalesce(r.payload->>'scope', ''), ' ') as scopes
    from oidc_records r join subsystems s on s.id = r.payload->>'clientId'
    where r.model = 'ClientCredentials' and r.id = ${recordIdOf(token)}
      and r.expires_at > now() and s.active and s.may_invite
      and r.payload->'extra'->>'credentialVersion' = s.credential_version::text`
}
