import { randomUUIDv7 } from 'node:crypto'
import { db, run } from '#server/db.ts'

type Ids = { userId: string; partnerId: string }

/** Changes that end a user's access to a platform, by the resulting error type. */
export const closings: Record<string, (ids: Ids) => Promise<unknown>> = {
  deactivated: ({ userId }) =>
    run(db)`update subsystem_accounts set active = false where user_id = ${userId}`,
  no_access: ({ userId }) => run(db)`delete from subsystem_accounts where user_id = ${userId}`,
  wrong_subsystem: ({ partnerId }) =>
    run(db)`update partners set subsystems = '{}' where id = ${partnerId}`,
  no_partner: ({ userId }) => run(db)`update users set partner_id = null where id = ${userId}`,
  ip_not_allowed: ({ partnerId }) =>
    run(db)`
      insert into ip_allow_rules (id, partner_id, cidr) values (${randomUUIDv7()}, ${partnerId}, '10.0.0.0/8')`,
}
