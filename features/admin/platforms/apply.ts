import * as z from 'zod/mini'
import type { Body } from '#contract/endpoint.ts'
import { versionOf } from '#contract/fields.ts'
import { maxListedCount } from '#contract/list.ts'
import {
  ItemFault,
  withoutOtherKeys,
  type ChangeContext,
  type ConfigurationSection,
  type Item,
  type ItemChange,
  type MakeChange,
} from '#domain/settings/configuration-section.ts'
import { changedMeanwhile } from '#domain/audit/changed-meanwhile.ts'
import { findSubsystem } from '#domain/platforms/subsystem.ts'
import type { Db } from '#server/db.ts'
import { isStrongSecret, randomToken, tokenHash } from '#server/secret.ts'
import { requireValid } from './check.ts'
import { platformDefaults } from './command-line.ts'
import { addPlatform, changePlatform } from './contract.ts'
import { countUsers, findPlatform, findPlatforms } from './list.ts'
import { messages } from './texts/messages.ts'
import {
  factsOf,
  platformChanges,
  prepareChange,
  registrationOf,
  saveChange,
  saveNew,
  saveSecret,
  type Change,
} from './save.ts'

/** The configuration section of the platforms, without their logos. */
export const platformSection: ConfigurationSection = {
  name: 'platforms',
  keys: ['id'],
  schema: z.extend(z.partial(z.object(changePlatform.body.shape)), {
    id: addPlatform.body.shape.id,
  }),
  fallback: { ...platformDefaults, proof: 'secret', roles: [] },
  complete: changePlatform.body,
  texts: messages,
  list: listItems,
  normalize: (item, fileItem) =>
    item['proof'] === 'keys'
      ? withoutOtherKeys(item, fileItem)
      : { ...item, jwks: null, jwksUri: null },
  prune: 'deactivate',
  secret: {
    isNeeded: (after, before) => after['proof'] === 'secret' && before?.['proof'] !== 'secret',
    isSame: async (db, { id }, value) => {
      const platform = await findSubsystem(db, String(id))
      return platform?.clientSecretHash?.equals(tokenHash(value)) ?? false
    },
    isValid: isStrongSecret,
    create: randomToken,
    versionOf: async (db, { id }) => (await findSubsystem(db, String(id)))?.version,
  },
  check: findSharedOrigins,
  takesTwo: () => true,
  prepare,
}

async function listItems(db: Db): Promise<Item[]> {
  const platforms = await findPlatforms(db, {}, { take: 100_000 })
  return platforms.map((platform) => ({ id: platform.id, ...factsOf(platform) }))
}

function findSharedOrigins(after: readonly Item[]) {
  const withOrigin = after.filter(({ entryOrigin }) => entryOrigin !== null)
  const groups = [...Map.groupBy(withOrigin, ({ entryOrigin }) => entryOrigin).values()]
  return groups.flatMap(([first, ...others]) =>
    others.map((item) => {
      const sentence = `${String(first?.['id'])} has this origin already: a proxy's origin leads to one platform.`
      return { item, fault: new ItemFault('entryOrigin', sentence) }
    }),
  )
}

async function prepare(db: Db, change: ItemChange, context: ChangeContext): Promise<MakeChange> {
  const { kind, item, secret } = change
  const id = String(item['id'])
  const facts = kind === 'remove' ? { ...item, active: false } : item
  const input = changePlatform.body.parse(facts) as Body<typeof changePlatform>
  if (kind === 'add') {
    const after = { ...registrationOf(input), id }
    await requireValid(db, after, { comingApis: context.apis })
    return (tx, actor) => saveNew(tx, actor, { ...after, clientSecret: secret ?? null })
  }
  if (change.before?.['active'] === true && !input.active) await requireUnused(db, id, context)
  return prepareSaving(db, change, { id, input }, context.apis)
}

/** Prepares a change of an existing platform. A new secret replaces the previous one without a grace period. */
async function prepareSaving(
  db: Db,
  { kind, fields, before, secret }: ItemChange,
  change: Omit<Change, 'version'>,
  apis: ChangeContext['apis'],
): Promise<MakeChange> {
  const { id } = change
  // Without a platform, the version has no effect, because `prepareChange` throws.
  const version = versionOf((await findPlatform(db, id))?.etag ?? '"0"')
  const prepared = await prepareChange(db, { ...change, version }, apis)
  const changesFacts = kind === 'remove' || fields.some(({ name }) => name !== 'secret')
  const isFirstSecret = secret !== undefined && before?.['proof'] !== 'secret'
  return async (tx, actor) => {
    const clientSecret = isFirstSecret ? secret : prepared.clientSecret
    if (changesFacts && !(await saveChange(tx, actor, { ...prepared, clientSecret })))
      throw await changedMeanwhile(tx, platformChanges, id)
    if (secret === undefined || isFirstSecret) return
    // Saving the facts has increased the version.
    const next = { id, version: changesFacts ? version + 1 : version, graceHours: 0 }
    if (!(await saveSecret(tx, actor, { ...next, newSecretHash: tokenHash(secret) })))
      throw await changedMeanwhile(tx, platformChanges, id)
  }
}

async function requireUnused(db: Db, id: string, { isConfirmed }: ChangeContext): Promise<void> {
  const users = await countUsers(db, id)
  if (users === 0 || isConfirmed) return
  const count = users > maxListedCount ? `more than ${maxListedCount}` : users
  const sentence = `${count} ${users === 1 ? 'user has' : 'users have'} ${id} open: their tokens would end. To do so, add --yes`
  throw new ItemFault('active', sentence)
}
