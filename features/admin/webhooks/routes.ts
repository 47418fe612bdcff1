import { etagOf, versionOf } from '#contract/fields.ts'
import { eventTypes } from '#contract/webhook.ts'
import { listWebhooks, type Webhook } from '#domain/webhooks/webhook.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { findPage } from '#server/paging.ts'
import * as contract from './contract.ts'
import { exampleOf } from './examples-contract.ts'
import { listDeliveries } from './list.ts'
import {
  addWebhook,
  changeWebhook,
  removeWebhook,
  replaceSecret,
  requireCallable,
  requireWebhook,
  resendDelivery,
  resendSince,
  testWebhook,
} from './save.ts'

export function webhookRoutes(server: Server): void {
  serve(server, contract.listWebhooks, async () => (await listWebhooks(db)).map(replyOf))
  serve(server, contract.listEventTypes, async () =>
    eventTypes.map((type) => ({ type, example: exampleOf(type) })),
  )
  serve(server, contract.getWebhook, ({ params }) => describe(params.id))
  serve(server, contract.addWebhook, async ({ body, caller }) => {
    await requireCallable(body.url)
    const { id, secret } = await addWebhook(db, caller, body)
    return { ...(await describe(id)), secret }
  })
  serve(server, contract.changeWebhook, async ({ params: { id }, headers, body, caller }) => {
    const version = versionOf(headers['if-match'])
    await requireCallable(body.url, (await requireWebhook(db, id)).url)
    await changeWebhook(db, caller, { id, version, settings: body })
    return describe(id)
  })
  serve(
    server,
    contract.replaceWebhookSecret,
    async ({ params: { id }, headers, body, caller }) => {
      const version = versionOf(headers['if-match'])
      const { secret } = await replaceSecret(db, caller, { id, version, ...body })
      return { ...(await describe(id)), secret }
    },
  )
  serve(server, contract.removeWebhook, ({ params, caller }) =>
    removeWebhook(db, caller, params.id),
  )
  serve(server, contract.testWebhook, ({ params, caller }) => testWebhook(db, caller, params.id))
  serve(server, contract.listDeliveries, async (call) => {
    const { id } = await requireWebhook(db, call.params.id)
    return findPage(call, `deliveries of ${id} for ${call.caller.adminId}`, (page) =>
      listDeliveries(call.reader, id, call.query.state, page),
    )
  })
  serve(server, contract.resendDelivery, ({ params, caller }) => resendDelivery(db, caller, params))
  serve(server, contract.resendSince, ({ params, body, caller }) =>
    resendSince(db, caller, { ...params, ...body }),
  )
}

async function describe(id: string) {
  return replyOf(await requireWebhook(db, id))
}

function replyOf({ version, ...webhook }: Webhook) {
  return { ...webhook, etag: etagOf(version) }
}
