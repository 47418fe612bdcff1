import type { Reply } from '#contract/endpoint.ts'
import { seesAdmins } from '#domain/audit-entries.ts'
import { isOfAdmin, isUndelivered } from '#domain/mail.ts'
import type { AdminCaller } from '#server/caller.ts'
import { rows, type Db } from '#server/db.ts'
import { maxUndelivered, type listUndelivered as endpoint } from './undelivered-contract.ts'

type Mail = Omit<Reply<typeof endpoint>[number], 'createdAt'> & { createdAt: Date }

/** What the overview counts as undelivered, one by one. */
export function listUndelivered(db: Db, caller: AdminCaller): Promise<Mail[]> {
  return rows<Mail>(db)`
    select m.id, m.kind, m.state, m.to_address as to, u.id as user_id, m.created_at, m.last_error,
           m.state = 'failed' and u.id is not null
             and (l.id is null or l.used_at is null and l.voided_at is null and l.expires_at > now()) as can_resend
    from mails m
    left join users u on u.id = m.user_id
    left join one_time_links l on l.id = (m.data->>'linkId')::uuid
    where ${isUndelivered} and (${seesAdmins(caller)} or not ${isOfAdmin})
    order by m.created_at desc, m.id desc limit ${maxUndelivered}`
}
