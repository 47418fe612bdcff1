import { db, rows } from '#server/db.ts'
import { gaugeOfMany } from '#server/metrics.ts'

/**
 * Declares the metric of what waits for a worker, or for a server of somebody else: how old the oldest mail, logout
 * notification and webhook event is that is due. Each is found by an index of what waits.
 */
export function declareBacklog(): void {
  gaugeOfMany(
    'portico_backlog_seconds',
    'How long the oldest mail, logout notification or webhook event that is due has waited',
    ['of'],
    () => rows<{ of: string; value: number }>(db)`
      select of, coalesce(extract(epoch from now() - since), 0)::float8 as value
      from (values
        ('mail', (select min(created_at) from mails where state = 'queued')),
        ('notification', (select min(ended_at) from platform_sessions
                          where ended_at is not null and delivered_at is null)),
        ('webhook', (select min(due.next_at) from webhooks w, lateral (
                       select d.next_at from webhook_deliveries d
                       where d.webhook_id = w.id and d.state = 'waiting' and d.next_at <= now()
                       order by d.next_at limit 1) due))
      ) as oldest (of, since)`,
  )
}
