import type { Reply } from '#contract/endpoint.ts'
import { row, type Db } from '#server/db.ts'
import { replyOf } from '#server/http.ts'
import { findOverview as endpoint } from './contract.ts'

type Caller = { userId: string; sessionId: string }

/** Reads the times when platforms were opened, and the latest login of another session, from the audit log. */
export async function findOverview(
  db: Db,
  { userId, sessionId }: Caller,
): Promise<Reply<typeof endpoint>> {
  const overview = await row<Record<string, unknown>>(db)`
    select
      (select max(created_at) from passwords where user_id = ${userId}) as password_changed_at,
      (select json_build_object('timestamp', timestamp, 'ipAddress', ip_address,
                                'browser', coalesce(data->>'browser', ''))
       from audit_log
       where actor_id = ${userId} and action = 'login_succeeded'
             and data->>'sessionId' is distinct from ${sessionId}::text
       order by timestamp desc, id desc limit 1) as last_login,
      (select coalesce(json_agg(json_build_object(
                'id', s.id, 'description', s.description, 'openedAt', opened.at)), '[]')
       from subsystem_accounts a join subsystems s on s.id = a.subsystem_id
       left join (
         select sub_system, max(timestamp) as at from audit_log
         where actor_id = ${userId} and action = 'platform_accessed'
               and timestamp > now() - interval '90 days'
         group by sub_system) opened on opened.sub_system = s.id
       where a.user_id = ${userId}) as platforms`
  return replyOf(endpoint, overview)
}
