import * as z from 'zod/mini'
import type { Body } from '#contract/endpoint.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import {
  ItemFault,
  withoutOtherKeys,
  type ConfigurationSection,
  type Item,
  type ItemChange,
  type MakeChange,
} from '#domain/settings/configuration-section.ts'
import { actorText } from '#domain/audit/audit.ts'
import { canonicalNetworks } from '#domain/companies/network.ts'
import { requireKeys } from '#domain/keys/public-keys.ts'
import {
  findServiceAccount,
  listServiceAccounts,
} from '#domain/service-accounts/service-account.ts'
import type { Db } from '#server/db.ts'
import { addServiceAccount, changeServiceAccount } from './contract.ts'
import { messages } from './texts/messages.ts'
import {
  addAccount,
  factsFrom,
  hasOtherKeys,
  requireServiceAccount,
  revokeAccount,
  saveChange,
} from './save.ts'

const { reason: _, ...facts } = changeServiceAccount.body.shape

/** The section of service accounts. A revoked account stays revoked, and its id cannot be used again. */
export const serviceAccountSection: ConfigurationSection = {
  name: 'serviceAccounts',
  keys: ['id'],
  schema: z.object({
    ...z.partial(z.object(facts)).shape,
    id: addServiceAccount.body.shape.id,
    // A past date is valid in an unchanged item; only changes are checked.
    expiresAt: z.optional(z.iso.datetime({ offset: true, error: 'invalidTime' })),
  }),
  fallback: { jwks: null, jwksUri: null, allowedFrom: [] },
  complete: changeServiceAccount.body,
  texts: messages,
  list: listItems,
  resolve,
  normalize: withoutOtherKeys,
  prune: 'remove',
  takesTwo: () => true,
  prepare,
}

async function listItems(db: Db): Promise<Item[]> {
  const accounts = await listServiceAccounts(db)
  return accounts
    .filter(({ revokedAt }) => revokedAt === null)
    .map(({ id, name, scopes, jwks, jwksUri, expiresAt, allowedFrom }) => ({
      id,
      name,
      scopes,
      jwks,
      jwksUri,
      expiresAt: expiresAt.toISOString(),
      allowedFrom,
    }))
}

const networksOf = (item: Item) => item['allowedFrom'] as string[] | undefined

async function resolve(db: Db, items: readonly Item[]) {
  const canonicalByNetwork = await canonicalNetworks(
    db,
    items.flatMap((item) => networksOf(item) ?? []),
  )
  const resolved = items.map((item): Item => {
    const expiresAt = item['expiresAt'] as string | undefined
    const allowedFrom = networksOf(item)?.map((each) => canonicalByNetwork.get(each) ?? each)
    return {
      ...item,
      ...(allowedFrom && { allowedFrom: [...new Set(allowedFrom)] }),
      ...(expiresAt && { expiresAt: new Date(expiresAt).toISOString() }),
    }
  })
  return { items: resolved, notes: [] }
}

async function prepare(db: Db, { kind, item }: ItemChange): Promise<MakeChange> {
  const id = String(item['id'])
  if (kind === 'remove') {
    const account = await requireServiceAccount(db, id)
    return (tx, actor) => revokeAccount(tx, actor, account)
  }
  const account = await findServiceAccount(db, id)
  if (account?.revokedAt)
    throw new ItemFault('id', `${id} was revoked, and its id is used up: write another id.`)
  const input = changeServiceAccount.body.parse(item) as Body<typeof changeServiceAccount>
  const after = factsFrom(input)
  if (!account || hasOtherKeys(account, after)) await requireKeys(after)
  return async (tx, actor) => {
    const isSaved = account
      ? await saveChange(tx, actor, account, after)
      : await addAccount(tx, actor, { ...after, id, madeBy: actorText(actor) })
    if (!isSaved) throw new Refusal(errorCodes.changedMeanwhile)
  }
}
