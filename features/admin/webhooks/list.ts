import type { Delivery } from '#domain/webhooks/webhook-delivery.ts'
import { rows, sql, type Db } from '#server/db.ts'

type ListedDelivery = Omit<Delivery, 'webhookId'> & {
  /** Position in the list, to pass as `after`. */
  key: string[]
  state: 'waiting' | 'delivered' | 'given-up'
  occurredAt: Date
  lastStatus: number | null
  lastError: string | null
  nextAt: Date | null
  deliveredAt: Date | null
}

/** Returns the deliveries of a webhook in one state or all, latest first. */
export function listDeliveries(
  db: Db,
  webhookId: string,
  state: ListedDelivery['state'] | undefined,
  { take, after }: { take: number; after?: readonly string[] | undefined },
): Promise<ListedDelivery[]> {
  return rows<ListedDelivery>(db)`
    select array[d.created_at::text, d.id::text] as key, d.id, d.type, d.subject, d.body, d.tries, d.state,
           d.occurred_at, d.last_status, d.last_error, d.next_at, d.delivered_at
    from webhook_deliveries d
    where d.webhook_id = ${webhookId} and ${state ? sql`d.state = ${state}` : sql`true`}
      and ${after ? sql`(d.created_at, d.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql`true`}
    order by d.created_at desc, d.id desc limit ${take}`
}
