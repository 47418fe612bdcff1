import { row, sql, type Db } from '#server/db.ts'
import type { Requirement } from './assurance.ts'
import { recordIdOf } from './oidc-record.ts'
import { platformOfClient } from './test-login.ts'

/** A platform's request for a login, while it waits for the user. */
export type SignOnRequest = {
  clientId: string
  /** What the user who was logged in when it came has to show, as single sign-on has stored it: times are texts. */
  stepUp: { userId?: string; requirement?: Requirement } | null
}

export function findSignOnRequest(db: Db, uid: string): Promise<SignOnRequest | undefined> {
  return row<SignOnRequest>(db)`
    select ${platformOfClient(sql`payload->'params'->>'client_id'`)} as client_id,
           payload->'prompt'->'details'->'stepUp' as step_up
    from oidc_records
    where model = 'Interaction' and id = ${recordIdOf(uid)} and expires_at > now()`
}
