import * as z from 'zod/mini'
import { address } from '#contract/address.ts'
import { endpoint, nothing } from '#contract/endpoint.ts'
import {
  distinctList,
  idParams,
  ifMatch,
  pageQuery,
  requiredText,
  time,
  uuid,
  recordId,
} from '#contract/fields.ts'
import { errors } from '#contract/refusal.ts'
import { secretReplacement } from '#contract/secret-replacement.ts'
import { eventTypes } from '#contract/webhook.ts'
import { named, namedObject } from '#contract/named.ts'

const access = { adminWithAnyOf: ['manage_platform'] } as const
const ofWebhook = { access, params: idParams, refusals: errors('notFound') } as const

const facts = z.object({
  name: requiredText(100),
  /** An https URL; http only for a receiver on the same machine in development. */
  url: address,
  types: distinctList(named('EventType', z.enum(eventTypes)), eventTypes.length).check(
    z.minLength(1, 'typesNeeded'),
  ),
  active: z.boolean(),
})

const webhook = namedObject('Webhook', {
  id: uuid,
  name: z.string(),
  url: z.string(),
  /**
   * Platform ID if events are limited to its users; null for a webhook of the provider, with events about all users.
   */
  platformId: z.nullable(z.string()),
  platformName: z.nullable(z.string()),
  types: z.array(z.enum(eventTypes)),
  active: z.boolean(),
  /** Reason for automatic deactivation: the receiver answered 410, or accepted nothing for five days. */
  endedReason: z.nullable(named('WebhookEnd', z.enum(['gone', 'failing']))),
  failingSince: z.nullable(time),
  /** Time of the last successful delivery among the last hundred messages. */
  lastDeliveredAt: z.nullable(time),
  /** Time until which messages are also signed with the previous secret. */
  oldSecretUntil: z.nullable(time),
  createdAt: time,
  etag: z.string(),
})

export type Webhook = z.output<typeof webhook>

export const listWebhooks = endpoint('GET /admin/webhooks', {
  access,
  summary: 'Lists all webhooks, those of the portal and of platforms, by name',
  reply: z.array(webhook),
})

export const listEventTypes = endpoint('GET /admin/webhooks/types', {
  access,
  summary: 'Lists the event types, with an example of each',
  reply: z.array(
    z.object({ type: z.enum(eventTypes), example: z.record(z.string(), z.unknown()) }),
  ),
})

export const getWebhook = endpoint('GET /admin/webhooks/{id}', {
  ...ofWebhook,
  summary: 'Returns a webhook',
  reply: webhook,
})

export const addWebhook = endpoint('POST /admin/webhooks', {
  access,
  stepUp: 5,
  danger: {
    worst: 'events about users go to a foreign address',
    reason: 'ids without personal data; public addresses only',
  },
  summary:
    'Adds a webhook. The response contains its signing secret, which is never shown again. With a platform, the webhook receives only events about users with access to that platform',
  body: z.extend(facts, { platformId: z.nullable(z.string()) }),
  reply: named('WebhookWithSecret', z.extend(webhook, { secret: z.string() })),
  status: 201,
})

export const changeWebhook = endpoint('PUT /admin/webhooks/{id}', {
  ...ofWebhook,
  stepUp: 5,
  danger: { worst: 'as adding a webhook', reason: 'as adding a webhook' },
  summary: 'Updates a webhook. If-Match contains the ETag of the version that was edited',
  headers: ifMatch,
  body: facts,
  reply: webhook,
  refusals: errors('notFound', 'changedMeanwhile'),
})

export const replaceWebhookSecret = endpoint('POST /admin/webhooks/{id}/replace-secret', {
  ...ofWebhook,
  stepUp: 5,
  danger: {
    worst: 'events with a forged signature',
    reason: 'only with the address of the receiver',
  },
  summary:
    'Rotates the signing secret of a webhook. The response contains the new secret, which is never shown again. Messages are signed with both secrets for the given number of hours',
  headers: ifMatch,
  body: secretReplacement,
  reply: z.extend(webhook, { secret: z.string() }),
  refusals: errors('notFound', 'changedMeanwhile'),
})

export const removeWebhook = endpoint('POST /admin/webhooks/{id}/remove', {
  ...ofWebhook,
  stepUp: 5,
  danger: { worst: 'events are lost', reason: 'the audit log keeps them' },
  summary: 'Removes a webhook and its deliveries',
  body: nothing,
  reply: nothing,
})

export const testWebhook = endpoint('POST /admin/webhooks/{id}/test', {
  ...ofWebhook,
  stepUp: 15,
  danger: { worst: 'a test event', reason: 'only to the registered address' },
  summary:
    'Sends a `test` event, which isn’t about any user. Fails with 409001 for a disabled webhook',
  body: nothing,
  reply: z.object({ id: uuid }),
  status: 202,
  refusals: errors('notFound', 'changedMeanwhile'),
})

export const deliveryStates = ['waiting', 'delivered', 'given-up'] as const

const delivery = z.object({
  /** ID of the message, as in its header. */
  id: uuid,
  type: z.string(),
  /**
   * Id of the user, company or invitation, whose messages are delivered in order. Empty for a blocked address; for a
   * `test` event, the id of the message.
   */
  subject: z.string(),
  body: z.string(),
  state: z.enum(deliveryStates),
  tries: z.int(),
  occurredAt: time,
  lastStatus: z.nullable(z.int()),
  lastError: z.nullable(z.string()),
  /** Time of the next attempt; null after the last one, and while an earlier message about the subject waits. */
  nextAt: z.nullable(time),
  deliveredAt: z.nullable(time),
})

export type Delivery = z.output<typeof delivery>

export const listDeliveries = endpoint('GET /admin/webhooks/{id}/deliveries', {
  ...ofWebhook,
  mayLag: true,
  summary: 'Lists a webhook’s deliveries, newest first',
  query: z.object({
    state: z.optional(named('DeliveryState', z.enum(deliveryStates))),
    ...pageQuery,
  }),
  reply: z.array(delivery),
})

export const resendDelivery = endpoint('POST /admin/webhooks/{id}/deliveries/{deliveryId}/resend', {
  access,
  stepUp: 15,
  danger: { worst: 'an event twice', reason: 'it has an id' },
  summary:
    'Resends a delivery with the same message ID. A delivery that is waiting for its next attempt is sent immediately. Fails with 409001 for a disabled webhook',
  params: z.object({ id: recordId, deliveryId: recordId }),
  body: nothing,
  reply: nothing,
  status: 202,
  refusals: errors('notFound', 'changedMeanwhile'),
})

export const resendSince = endpoint('POST /admin/webhooks/{id}/resend-since', {
  ...ofWebhook,
  stepUp: 15,
  danger: { worst: 'events twice', reason: 'they have ids' },
  summary:
    'Resends all deliveries that have failed since a given time. Fails with 409001 for a disabled webhook',
  body: z.object({ since: z.iso.datetime({ offset: true }) }),
  reply: namedObject('SentAgain', { again: z.int() }),
  status: 202,
  refusals: errors('notFound', 'changedMeanwhile'),
})
