import { db, rows } from '#server/db.ts'
import { gaugeOfMany } from '#server/metrics.ts'
import { isNotificationRetried } from '../platforms/platform-session.ts'

/**
 * Declares the backlog metric, in seconds: how long the oldest job of each queue and the oldest webhook event have been
 * due, and the age of the oldest logout that a platform has not been notified of. Work that waits for a retry or a
 * planned time is not due. The queries use indexes on waiting rows; a million jobs in one queue cost half a second.
 */
export function declareBacklog(): void {
  gaugeOfMany(
    'portico_backlog_seconds',
    'How long the oldest job of a queue or webhook event has been due, and the oldest logout notification been owed',
    ['of'],
    // Names of pg-boss's own queues begin with `__`. Logout notifications are counted by session instead of by job.
    () => rows<{ of: string; value: number }>(db)`
      select of, coalesce(extract(epoch from now() - since), 0)::float8 as value
      from (
        select q.name, (select min(j.start_after) from pgboss.job j
                        where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now())
        from pgboss.queue q where q.name not like '\\_\\_%' and q.name <> 'logout-notification'
        union all
        select 'notification', (select min(ended_at) from platform_sessions where ${isNotificationRetried})
        union all
        select 'webhook', (select min(due.next_at) from webhooks w, lateral (
                             select d.next_at from webhook_deliveries d
                             where d.webhook_id = w.id and d.state = 'waiting' and d.next_at <= now()
                             order by d.next_at limit 1) due)
      ) as oldest (of, since)`,
  )
}
