import { eventTypes } from '#contract/webhook.ts'
import { db, scalar } from '#server/db.ts'
import type { Visitor } from '../people.ts'
import { callBy, newAdmin, type AuditCase } from './audit-cases.ts'

const facts = {
  name: 'Ledger',
  url: 'https://ledger.example/events',
  types: [...eventTypes],
  active: true,
}
const headers = { 'if-match': '"1"' }

/** The audit cases of admins' actions on webhooks. */
export const actions: Record<string, AuditCase> = {
  'POST /admin/webhooks': {
    leaves: 'webhook_added',
    by: 'admin',
    call: async () => add((await newAdmin()).browser),
  },
  'PUT /admin/webhooks/{id}': {
    leaves: 'webhook_changed',
    by: 'admin',
    changes: true,
    call: () => toWebhook('PUT /admin/webhooks/{id}', { ...facts, name: 'Ledger 2' }),
  },
  'POST /admin/webhooks/{id}/replace-secret': {
    leaves: 'webhook_secret_replaced',
    by: 'admin',
    call: () => toWebhook('POST /admin/webhooks/{id}/replace-secret', { graceHours: 0 }),
  },
  'POST /admin/webhooks/{id}/remove': {
    leaves: 'webhook_removed',
    by: 'admin',
    call: () => toWebhook('POST /admin/webhooks/{id}/remove', {}),
  },
  'POST /admin/webhooks/{id}/test': {
    leaves: 'webhook_tested',
    by: 'admin',
    call: () => toWebhook('POST /admin/webhooks/{id}/test', {}),
  },
  'POST /admin/webhooks/{id}/deliveries/{deliveryId}/resend': {
    leaves: 'webhook_resent',
    by: 'admin',
    call: async () => {
      const { browser } = await newAdmin()
      const { id } = await add(browser)
      await callBy(browser, 'POST /admin/webhooks/{id}/test', { params: { id }, body: {} })
      // Only an ended delivery can be sent again. Deactivating the webhook cancels its delivery.
      for (const active of [false, true]) {
        const version = { 'if-match': active ? '"2"' : '"1"' }
        const body = { ...facts, active }
        await callBy(browser, 'PUT /admin/webhooks/{id}', {
          params: { id },
          headers: version,
          body,
        })
      }
      const deliveryId = await deliveryOf(id)
      await callBy(browser, 'POST /admin/webhooks/{id}/deliveries/{deliveryId}/resend', {
        params: { id, deliveryId },
        body: {},
      })
    },
  },
  'POST /admin/webhooks/{id}/resend-since': {
    leaves: 'webhook_resent',
    by: 'admin',
    call: () =>
      toWebhook('POST /admin/webhooks/{id}/resend-since', { since: new Date().toISOString() }),
  },
}

async function add(browser: Visitor): Promise<{ id: string }> {
  const body = { ...facts, platformId: null }
  return (await callBy(browser, 'POST /admin/webhooks', { body })) as { id: string }
}

async function toWebhook(key: string, body: object): Promise<void> {
  const { browser } = await newAdmin()
  const { id } = await add(browser)
  await callBy(browser, key, { params: { id }, headers, body })
}

async function deliveryOf(webhookId: string): Promise<string | undefined> {
  return scalar<string>(db)`select id from webhook_deliveries where webhook_id = ${webhookId}`
}
