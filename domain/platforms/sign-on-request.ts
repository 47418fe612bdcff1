import { row, sql, type Db } from '#server/db.ts'
import type { Requirement } from './assurance.ts'
import { recordIdOf } from './oidc-record.ts'
import { platformOfClient } from './test-login.ts'

/** Sign-on request of a platform that waits for the user. */
export type SignOnRequest = {
  clientId: string
  /**
   * Step-up authentication that the user who was logged in at the request must pass. Parsed from JSON, so its times are
   * texts; null if there is none.
   */
  stepUp: { userId?: string; requirement?: Requirement } | null
}

/** Returns the request with this id; undefined for an unknown or expired one. */
export function findSignOnRequest(db: Db, uid: string): Promise<SignOnRequest | undefined> {
  return row<SignOnRequest>(db)`
    select ${platformOfClient(sql`payload->'params'->>'client_id'`)} as client_id,
           payload->'prompt'->'details'->'stepUp' as step_up
    from oidc_records
    where model = 'Interaction' and id = ${recordIdOf(uid)} and expires_at > now()`
}
