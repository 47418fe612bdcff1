import * as z from 'zod/mini'
import type { Body } from '#contract/endpoint.ts'
import { findApiById, listApis, listPlatformsOfApi } from '#domain/service-accounts/api.ts'
import {
  ItemFault,
  type ChangeContext,
  type ConfigurationSection,
  type Item,
  type ItemChange,
  type MakeChange,
} from '#domain/settings/configuration-section.ts'
import type { Db } from '#server/db.ts'
import { isStrongSecret, randomToken, tokenHash } from '#server/secret.ts'
import { addApi, changeApi } from './contract.ts'
import { messages } from './texts/messages.ts'
import { newCredentials, saveChange, saveNew, saveSecret } from './save.ts'

/** The section of APIs behind platforms. The client ID of a new API is generated, as on the page. */
export const apiSection: ConfigurationSection = {
  name: 'apis',
  keys: ['id'],
  schema: z.extend(z.partial(z.object(changeApi.body.shape)), { id: addApi.body.shape.id }),
  fallback: { format: 'opaque', active: true },
  complete: changeApi.body,
  texts: messages,
  list: listItems,
  prune: 'deactivate',
  secret: {
    isNeeded: (_, before) => before === undefined,
    isSame: async (db, { id }, value) => {
      const api = await findApiById(db, String(id))
      return api?.clientSecretHash.equals(tokenHash(value)) ?? false
    },
    isValid: isStrongSecret,
    create: randomToken,
    versionOf: async (db, { id }) => (await findApiById(db, String(id)))?.version,
  },
  takesTwo: () => true,
  prepare,
}

async function listItems(db: Db): Promise<Item[]> {
  const apis = await listApis(db)
  return apis.map(({ id, name, scopes, format, active }) => ({ id, name, scopes, format, active }))
}

/** Prepares a change. Unlike on the page, a replaced secret stops working immediately. */
async function prepare(
  db: Db,
  { kind, item, fields, secret }: ItemChange,
  context: ChangeContext,
): Promise<MakeChange> {
  const id = String(item['id'])
  const isRemoval = kind === 'remove'
  const facts = isRemoval ? { ...item, active: false } : item
  const after = changeApi.body.parse(facts) as Body<typeof changeApi>
  const api = await findApiById(db, id)
  if (!api) {
    const { clientId, clientSecretHash } = newCredentials(secret)
    return (tx, actor) => saveNew(tx, actor, { id, after, clientId, clientSecretHash })
  }
  if (api.active && !after.active) await requireUnused(db, id, context)
  const changesFacts = isRemoval || fields.some(({ name }) => name !== 'secret')
  const { clientId, version } = api
  return async (tx, actor) => {
    if (changesFacts) await saveChange(tx, actor, api, after)
    if (secret === undefined) return
    const next = { id, clientId, clientSecretHash: tokenHash(secret), graceHours: 0 }
    // `saveChange` has incremented the version.
    await saveSecret(tx, actor, { ...next, version: changesFacts ? version + 1 : version })
  }
}

async function requireUnused(db: Db, id: string, { isConfirmed }: ChangeContext): Promise<void> {
  const platforms = await listPlatformsOfApi(db, id)
  if (platforms.length === 0 || isConfirmed) return
  const names = platforms.map((each) => each.id).join(', ')
  const sentence = `Platforms may ask for it: ${names}. Their tokens for it would end. To do so, add --yes`
  throw new ItemFault('active', sentence)
}
