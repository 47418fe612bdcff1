import * as z from 'zod/mini'
import type { Body } from '#contract/endpoint.ts'
import {
  requireKnownPlatforms,
  type ChangeContext,
  type ConfigurationSection,
  type Item,
  type ItemChange,
  type MakeChange,
} from '#domain/settings/configuration-section.ts'
import {
  hasWebhookSecret,
  listWebhooks,
  newWebhookSecret,
  type Webhook,
} from '#domain/webhooks/webhook.ts'
import type { Db } from '#server/db.ts'
import { addWebhook as addEndpoint } from './contract.ts'
import { messages } from './texts/messages.ts'
import { addWebhook, changeWebhook, removeWebhook, replaceSecret, requireCallable } from './save.ts'

// The file calls this field `platform`.
const { platformId: _, ...facts } = addEndpoint.body.shape

type WebhookItem = Omit<Body<typeof addEndpoint>, 'platformId'> & { platform: string | null }

/** The section of webhooks, identified by name and platform. */
export const webhookSection: ConfigurationSection = {
  name: 'webhooks',
  keys: ['name', 'platform'],
  schema: z.object({
    ...z.partial(z.object(facts)).shape,
    name: facts.name,
    platform: z.optional(z.nullable(z.string())),
  }),
  fallback: { active: true, platform: null },
  complete: z.object({ ...facts, platform: z.nullable(z.string()) }),
  texts: messages,
  fieldOf: { platformId: 'platform' },
  list: async (db) => (await listWebhooks(db)).map(itemFrom),
  prune: 'remove',
  secret: {
    isNeeded: (_, before) => before === undefined,
    isSame: async (db, item, value) => {
      const webhook = await findByKeys(db, item)
      return webhook !== undefined && (await hasWebhookSecret(db, webhook.id, value))
    },
    isValid: isStandardSecret,
    create: newWebhookSecret,
    versionOf: async (db, item) => (await findByKeys(db, item))?.version,
  },
  takesTwo: () => true,
  prepare,
}

function itemFrom({ name, platformId: platform, url, types, active }: Webhook): WebhookItem {
  return { name, platform, url, types, active }
}

/** Returns true for a secret in the format of Standard Webhooks 1.0.0: 24 to 64 bytes in base64. */
function isStandardSecret(value: string): boolean {
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(value)) return false
  const { length } = Buffer.from(value.slice('whsec_'.length), 'base64')
  return length >= 24 && length <= 64
}

async function findByKeys(db: Db, item: Item): Promise<Webhook | undefined> {
  const { name, platform } = item as WebhookItem
  const webhooks = await listWebhooks(db)
  return webhooks.find((each) => each.name === name && each.platformId === (platform ?? null))
}

async function prepare(
  db: Db,
  { kind, item, fields, secret }: ItemChange,
  context: ChangeContext,
): Promise<MakeChange> {
  const webhook = await findByKeys(db, item)
  if (kind === 'remove') return (tx, actor) => removeWebhook(tx, actor, webhook?.id ?? '')
  const { platform, ...settings } = item as WebhookItem
  await requireCallable(settings.url, webhook?.url)
  requireKnownPlatforms('platform', platform === null ? [] : [platform], context)
  if (!webhook)
    return async (tx, actor) => {
      await addWebhook(tx, actor, { ...settings, platformId: platform }, secret)
    }
  const { id, version } = webhook
  const changesFacts = fields.some(({ name }) => name !== 'secret')
  return async (tx, actor) => {
    if (changesFacts) await changeWebhook(tx, actor, { id, version, settings })
    // Changing the facts has raised the version.
    const currentVersion = changesFacts ? version + 1 : version
    if (secret !== undefined)
      await replaceSecret(tx, actor, { id, version: currentVersion, graceHours: 0, secret })
  }
}
