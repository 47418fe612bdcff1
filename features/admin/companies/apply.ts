import * as z from 'zod/mini'
import { distinctList, email, etagOf, freeText, requiredText } from '#contract/fields.ts'
import { cidr } from '#contract/network-rules.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import {
  requireKnownPlatforms,
  type ChangeContext,
  type ConfigurationSection,
  type Item,
  type ItemChange,
  type MakeChange,
} from '#domain/settings/configuration-section.ts'
import { allowRulesOf, findPartner } from '#domain/companies/partner.ts'
import { byName } from '#server/collation.ts'
import { rows, scalar, scalars, type Db, type Transaction } from '#server/db.ts'
import type { Actor } from '#domain/audit/audit.ts'
import { canonicalNetworks } from '#domain/companies/network.ts'
import { setDelegation, reviewIntervals } from './delegation-contract.ts'
import { replaceOwners, saveDelegation } from './delegation.ts'
import { messages } from './texts/messages.ts'
import { addCompany, requirePlatforms, saveCompany, type Company } from './save.ts'

/** `all` for all platforms, including future ones, or a list of platform ids. */
const platforms = z.union([z.literal('all'), distinctList(z.string(), 100)], 'allOrList')

const network = z.object({
  name: z.optional(freeText(100)),
  platform: z.optional(z.nullable(z.string())),
  cidr,
})

const itemSchema = z.object({
  name: requiredText(200),
  active: z.optional(z.boolean()),
  platforms: z.optional(platforms),
  networks: z.optional(z.array(network).check(z.maxLength(200, 'tooMany'))),
  delegation: z.optional(
    z.object({
      delegated: z.optional(z.boolean()),
      seats: z.optional(setDelegation.body.shape.seats),
      platforms: z.optional(platforms),
      reviewMonths: z.optional(z.nullable(z.literal(reviewIntervals))),
      reviewStrict: z.optional(z.boolean()),
    }),
  ),
  owners: z.optional(distinctList(email, 20)),
})

type Platforms = z.output<typeof platforms>
type Network = { name: string; platform: string | null; cidr: string }
type CompanyItem = {
  name: string
  active: boolean
  platforms: Platforms
  networks: Network[]
  delegation: {
    delegated: boolean
    seats: number | null
    platforms: Platforms
    reviewMonths: (typeof reviewIntervals)[number] | null
    reviewStrict: boolean
  }
  owners: string[]
}

export const companySection: ConfigurationSection = {
  name: 'companies',
  keys: ['name'],
  schema: itemSchema,
  fallback: {
    active: true,
    platforms: 'all',
    networks: [],
    delegation: {
      delegated: false,
      seats: null,
      platforms: 'all',
      reviewMonths: null,
      reviewStrict: false,
    },
    owners: [],
  } satisfies Omit<CompanyItem, 'name'>,
  texts: messages,
  fieldOf: { subsystems: 'platforms', ipAllowRules: 'networks' },
  list: listItems,
  resolve,
  prune: 'deactivate',
  takesTwo,
  prepare,
}

type Row = Pick<CompanyItem, 'name' | 'active' | 'owners'> &
  Omit<CompanyItem['delegation'], 'platforms'> & {
    subsystems: string[] | null
    delegatedSubsystems: string[] | null
    ipAllowRules: { subsystem: string | null; cidr: string; name: string }[]
  }

async function listItems(db: Db): Promise<Item[]> {
  const companies = await rows<Row>(db)`
    select p.name, p.active, p.subsystems, ${allowRulesOf} as ip_allow_rules, p.delegated, p.seats,
           p.delegated_subsystems, p.review_months, p.review_strict,
           array(select u.email from company_roles r join users u on u.id = r.user_id
                 where r.partner_id = p.id and r.role = 'owner' order by u.email) as owners
    from partners p order by p.name ${byName}, p.id`
  return companies.map(itemFrom)
}

function itemFrom(row: Row): CompanyItem {
  const { name, active, owners, ipAllowRules, subsystems, delegatedSubsystems, ...settings } = row
  const { delegated, seats, ...reviews } = settings
  const networks = ipAllowRules.map(({ subsystem, ...each }) => ({ ...each, platform: subsystem }))
  return {
    name,
    active,
    platforms: subsystems ?? 'all',
    networks: inOrder(networks),
    delegation: { delegated, seats, platforms: delegatedSubsystems ?? 'all', ...reviews },
    owners,
  }
}

/** Sorts networks, each with its keys in a fixed order, so that equal lists are equal as JSON. */
function inOrder(networks: readonly Network[]): Network[] {
  return networks
    .map(({ platform, cidr, name }) => ({ platform, cidr, name }))
    .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
}

type FileItem = Partial<CompanyItem> & { name: string; networks?: z.output<typeof network>[] }

/**
 * Converts networks to their canonical form. Omits owners who are not active users of the company yet, with a note; a
 * later run adds them.
 */
async function resolve(db: Db, items: readonly Item[]) {
  const fileItems = items as readonly FileItem[]
  const cidrs = fileItems.flatMap(({ networks = [] }) => networks.map((each) => each.cidr))
  const canonicalByCidr = await canonicalNetworks(db, cidrs)
  const emails = fileItems.flatMap(({ owners = [] }) => owners)
  const companyByEmail = await findCompaniesOf(db, emails)
  const notes: string[] = []
  const resolvedItems = fileItems.map(({ networks, owners, ...item }): Item => {
    const missingOwners = owners?.filter((email) => companyByEmail.get(email) !== item.name) ?? []
    for (const each of missingOwners) {
      notes.push(`${item.name} owners: ${each} is not an active user of the company yet; waits`)
    }
    return {
      ...item,
      ...(networks && {
        networks: inOrder(
          networks.map(({ name = '', platform = null, cidr }) => ({
            name,
            platform,
            cidr: canonicalByCidr.get(cidr) ?? cidr,
          })),
        ),
      }),
      ...(owners && { owners: owners.filter((each) => !missingOwners.includes(each)) }),
    }
  })
  return { items: resolvedItems, notes }
}

/** Returns the company name of each user by email: active users, and owners even if they are deactivated. */
async function findCompaniesOf(db: Db, emails: readonly string[]): Promise<Map<string, string>> {
  const users = await rows<{ email: string; company: string }>(db)`
    select u.email, p.name as company from users u join partners p on p.id = u.partner_id
    where u.email = any(${emails}::text[])
      and (u.active or exists (select from company_roles r where r.user_id = u.id and r.role = 'owner'))`
  return new Map(users.map(({ email, company }) => [email, company]))
}

function companyOf({ name, active, platforms, networks }: CompanyItem): Company {
  return {
    name,
    active,
    subsystems: idsOf(platforms),
    ipAllowRules: networks.map(({ platform, ...each }) => ({ ...each, subsystem: platform })),
  }
}

function idsOf(platforms: Platforms): string[] | null {
  return platforms === 'all' ? null : [...platforms]
}

async function prepare(db: Db, change: ItemChange, context: ChangeContext): Promise<MakeChange> {
  const { kind, fields } = change
  const item = change.item as CompanyItem
  const version = await scalar<number>(db)`select version from partners where name = ${item.name}`
  if (kind === 'remove') {
    return async (tx, actor) => {
      await requireVersion(tx, item.name, version)
      await save(tx, actor, { ...item, active: false })
    }
  }
  const { platforms, delegation, networks } = item
  requireKnownPlatforms('platforms', idsOf(platforms) ?? [], context)
  requireKnownPlatforms('delegation.platforms', idsOf(delegation.platforms) ?? [], context)
  const networkPlatforms = networks.flatMap(({ platform }) => platform ?? [])
  requireKnownPlatforms('networks', networkPlatforms, context)
  const changedParts = new Set(fields.map(({ name }) => name.split('.')[0] ?? ''))
  return async (tx, actor) => {
    if (kind === 'change') await requireVersion(tx, item.name, version)
    if (kind === 'add') await addCompany(tx, actor, companyOf(item))
    else if (['active', 'platforms', 'networks'].some((name) => changedParts.has(name))) {
      await save(tx, actor, item)
    }
    if (changedParts.has('delegation')) await applyDelegation(tx, actor, item)
    if (changedParts.has('owners')) await applyOwners(tx, actor, item)
  }
}

/**
 * Returns true for a new company with owners or delegation, and for a change of the state, networks, delegation or
 * owners of an existing company. A new company has no users yet, so its networks open nothing.
 */
function takesTwo({ kind, item, fields }: ItemChange): boolean {
  const { owners, delegation } = item as CompanyItem
  if (kind === 'add') return owners.length > 0 || delegation.delegated
  return fields.some(({ name }) => /^(active|networks|delegation|owners)\b/.test(name))
}

/**
 * Throws 409001 if an admin has changed the company since `version`, which is undefined for a company that did not
 * exist. Versions start at 1.
 */
async function requireVersion(tx: Transaction, name: string, version = 0): Promise<void> {
  const company = await getCompany(tx, name)
  if (company.version !== version) throw new Refusal(errorCodes.changedMeanwhile)
}

async function save(tx: Transaction, actor: Actor, item: CompanyItem): Promise<void> {
  const before = await getCompany(tx, item.name)
  const after = companyOf(item)
  await requirePlatforms(tx, after)
  await saveCompany(tx, actor, before, after, before.version)
}

async function applyDelegation(tx: Transaction, actor: Actor, item: CompanyItem): Promise<void> {
  const { id, version } = await getCompany(tx, item.name)
  const { platforms, ...facts } = item.delegation
  const settings = { ...facts, subsystems: idsOf(platforms) }
  await saveDelegation(tx, actor, { id, etag: etagOf(version), settings })
}

async function applyOwners(tx: Transaction, actor: Actor, item: CompanyItem): Promise<void> {
  const { id } = await getCompany(tx, item.name)
  const owners = await scalars<string>(tx)`
    select id from users
    where partner_id = ${id} and email = any(${item.owners}::text[]) order by email`
  await replaceOwners(tx, actor, { id, owners })
}

/** Returns the company and locks it until the transaction ends. */
async function getCompany(tx: Transaction, name: string) {
  const id = await scalar<string>(tx)`
    select id from partners where name = ${name} for no key update`
  const company = id === undefined ? undefined : await findPartner(tx, id)
  if (!company) throw new Error(`the company ${name} disappeared`)
  return company
}
