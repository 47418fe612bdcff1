import { randomUUID } from 'node:crypto'
import * as adminLinks from '#contract/admin-links.ts'
import { eventTypes } from '#contract/webhook.ts'
import { addWebhook, recordWebhookFailure } from '#domain/webhooks/webhook.ts'
import { run, transaction, db } from '#server/db.ts'
import { deliveryMessages, messages } from '../../features/admin/webhooks/texts/messages.ts'
import { openFirst } from './admin-list-views.ts'
import type { Stage } from './stage.ts'
import type { View } from './view.ts'
import { entryPlatform } from './cast.ts'

const view = { of: 'webhooks', who: 'admin' } as const

/** The views of webhooks, their deliveries and actions. */
export const views: View[] = [
  {
    ...view,
    name: 'webhooks-none',
    state: 'empty',
    open: async (stage) => {
      await stage.page.route('**/api/admin/webhooks', (route) => route.fulfill({ json: [] }))
      await stage.go(adminLinks.webhooks.path)
    },
  },
  { ...view, name: 'webhook-deliveries', state: 'normal', open: (stage) => open(stage) },
  {
    ...view,
    name: 'webhook-deliveries-none',
    state: 'empty',
    open: async (stage) => {
      await stage.page.route('**/deliveries*', (route) => route.fulfill({ json: [] }))
      await open(stage)
    },
  },
  {
    ...view,
    name: 'webhook-deliveries-failed',
    state: 'error',
    open: async (stage) => {
      await stage.fail('**/deliveries*')
      await open(stage)
      await stage.sees('main [role=alert]')
    },
  },
  { ...view, name: 'webhook-switched-off', state: 'normal', open: (stage) => open(stage, 1) },
  { ...view, name: 'webhook-settings', state: 'normal', open: (stage) => openSettings(stage) },
  {
    ...view,
    name: 'webhook-message',
    state: 'normal',
    open: async (stage) => {
      await open(stage)
      await stage.page.locator('tbody tr td:last-child button').first().click()
      await ask(stage, deliveryMessages[stage.locale].open)
    },
  },
  {
    ...view,
    name: 'webhook-resend',
    state: 'normal',
    open: async (stage) => {
      await open(stage)
      await ask(stage, deliveryMessages[stage.locale].resendSince)
    },
  },
  {
    ...view,
    name: 'webhook-replace-secret',
    state: 'normal',
    open: async (stage) => {
      await openSettings(stage)
      await ask(stage, messages[stage.locale].replace)
    },
  },
  {
    ...view,
    name: 'webhook-remove',
    state: 'normal',
    open: async (stage) => {
      await openSettings(stage)
      await ask(stage, messages[stage.locale].remove)
    },
  },
]

function open(stage: Stage, row = 0): Promise<void> {
  return openFirst(stage, adminLinks.webhooks.path, row)
}

async function openSettings(stage: Stage): Promise<void> {
  await open(stage)
  await stage.page.getByRole('tab', { name: messages[stage.locale].tabSettings }).click()
  await stage.calm()
}

async function ask(stage: Stage, button: string): Promise<void> {
  await stage.press(button)
  await stage.sees('dialog[open]')
}

/** Adds a webhook with deliveries in each state, and one that is switched off. */
export async function addRows(): Promise<void> {
  await transaction(db, async (tx) => {
    const facts = { platformId: null, active: true, types: [...eventTypes] }
    const ledger = { ...facts, name: 'Ledger', url: 'https://ledger.example/events' }
    const { id } = await addWebhook(tx, ledger, 'system')
    const hub = { ...facts, name: 'Reports', url: 'https://reports.example/events' }
    const inactiveWebhook = await addWebhook(tx, { ...hub, platformId: entryPlatform.id }, 'system')
    await recordWebhookFailure(tx, inactiveWebhook.id, true)
    for (const state of ['waiting', 'delivered', 'given-up']) {
      const type = 'user.deactivated'
      const data = { id: randomUUID(), company: null, by: 'admin', requestId: randomUUID() }
      const body = JSON.stringify({ type, timestamp: new Date().toISOString(), data })
      const [status, error] = state === 'delivered' ? [204, null] : [503, 'Answered 503']
      await run(tx)`
        insert into webhook_deliveries
          (id, webhook_id, type, subject, body, occurred_at, state, tries, last_status, last_error, next_at)
        values (${randomUUID()}, ${id}, ${type}, ${data.id}, ${body}, now(), ${state}, 3, ${status}, ${error},
                case when ${state} = 'waiting' then now() + interval '2 hours' end)`
    }
  })
}
