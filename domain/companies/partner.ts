import { randomUUIDv7 } from 'node:crypto'
import type { Sql } from 'sql-template-tag'
import { foldText } from '#contract/fold-text.ts'
import type { NetworkRule } from '#contract/network-rules.ts'
import {
  affects,
  row,
  run,
  scalar,
  sql,
  violatedIndex,
  type Db,
  type Transaction,
} from '#server/db.ts'
import { containing, fillOf, searchText } from '../lists/search-text.ts'

export type Partner = {
  id: string
  name: string
  active: boolean
  /** Ids of the company's platforms; null means all, including platforms that are registered later. */
  subsystems: string[] | null
  /** Networks from which users may open a platform, or all platforms if `subsystem` is null. */
  ipAllowRules: NetworkRule[]
  /** Number that each change increases, for optimistic locking. */
  version: number
}

export type PartnerFacts = Pick<Partner, 'name' | 'active' | 'ipAllowRules'> & {
  subsystems: readonly string[] | null
}

/** Returns the id of the company with this name; creates the company if there is none. */
export async function findOrCreatePartner(db: Db, name: string): Promise<string> {
  await run(db)`
    insert into partners (id, name, search_text) values (${randomUUIDv7()}, ${name}, ${searchText(name)})
    on conflict (name) do nothing`
  const id = await scalar<string>(db)`select id from partners where name = ${name}`
  if (!id) throw new Error('the company disappeared during the lookup')
  return id
}

/** SQL for the allowed networks of `partners p` as JSON. */
export const allowRulesOf = sql`
  (select coalesce(json_agg(json_build_object('subsystem', r.subsystem_id, 'cidr', r.cidr, 'name', r.name)
                            order by r.subsystem_id nulls first, r.cidr), '[]')
   from ip_allow_rules r where r.partner_id = p.id)`

/** Returns an SQL condition on `partners p`: active, older than `days`, and no user has logged in for that long. */
export function isDormant(days: number): Sql {
  return sql`
    (p.active and greatest(p.created_at, p.last_login_at) < now() - make_interval(days => ${days}::int))`
}

/** Minimum time between two writes of a company's last login. */
const loginInterval = sql`interval '1 minute'`

/** Returns SQL that records a login of a user of these companies. Skips a company that another transaction has locked. */
export function noteLoginOf(companyIds: Sql): Sql {
  return sql`
    update partners set last_login_at = now()
    where id in (select p.id from partners p
                 where p.id in (${companyIds}) and coalesce(p.last_login_at < now() - ${loginInterval}, true)
                 for no key update skip locked)`
}

export function findPartner(db: Db, id: string): Promise<Partner | undefined> {
  return row<Partner>(db)`
    select p.id, p.name, p.active, p.subsystems, p.version,
           ${allowRulesOf} as ip_allow_rules
    from partners p where p.id = ${id}`
}

/** Adds a company and returns its id. Throws if another company has the name: see `isNameTaken`. */
export async function addPartner(tx: Transaction, facts: PartnerFacts): Promise<string> {
  const id = randomUUIDv7()
  await run(tx)`
    insert into partners (id, name, active, subsystems, search_text)
    values (${id}, ${facts.name}, ${facts.active}, ${facts.subsystems}, ${searchText(facts.name)})`
  await replaceNetworkRules(tx, id, facts.ipAllowRules)
  return id
}

/**
 * Updates a company. A deactivation or activation makes all earlier sessions of its users invalid. Returns false if the
 * company has changed since `version`. Throws like `addPartner`.
 */
export async function updatePartner(
  tx: Transaction,
  { id, version }: Pick<Partner, 'id' | 'version'>,
  facts: PartnerFacts,
): Promise<boolean> {
  const isChanged = await affects(tx)`
    update partners
    set name = ${facts.name}, active = ${facts.active}, subsystems = ${facts.subsystems},
        sessions_after = case when active = ${facts.active} then sessions_after else clock_timestamp() end,
        search_text = ${searchText(facts.name)}, version = version + 1
    where id = ${id} and version = ${version}`
  if (isChanged) await replaceNetworkRules(tx, id, facts.ipAllowRules)
  return isChanged
}

/** Limits that the provider sets for a company's own administrators. */
export type DelegationFacts = {
  /** True if the company has its own administrators. */
  delegated: boolean
  /** Maximum number of active users plus open invitations; null means no limit. */
  seats: number | null
  /** Ids of the platforms that the administrators may grant; null means all platforms of the company. */
  subsystems: readonly string[] | null
  /** Months between two access reviews; null means no reviews. */
  reviewMonths: number | null
  /** True if access without a decision is removed when a review is overdue. */
  reviewStrict: boolean
}

export function findDelegationFacts(
  db: Db,
  id: string,
): Promise<(DelegationFacts & Pick<Partner, 'name' | 'version'>) | undefined> {
  return row<DelegationFacts & Pick<Partner, 'name' | 'version'>>(db)`
    select name, version, delegated, seats, delegated_subsystems as subsystems, review_months, review_strict
    from partners where id = ${id}`
}

/** Updates the limits of a company's administrators. Returns false if the company has changed since `version`. */
export function updateDelegation(
  tx: Transaction,
  { id, version }: Pick<Partner, 'id' | 'version'>,
  facts: DelegationFacts,
): Promise<boolean> {
  return affects(tx)`
    update partners
    set delegated = ${facts.delegated}, seats = ${facts.seats}, delegated_subsystems = ${facts.subsystems},
        review_months = ${facts.reviewMonths}, review_strict = ${facts.reviewStrict}, version = version + 1
    where id = ${id} and version = ${version}`
}

/** SQL condition on `partners p`: an active company with its own administrators, but without an active owner. */
export const isWithoutOwner = sql`(
  p.delegated and p.active and not exists (
    select from company_roles r join users u on u.id = r.user_id
    where r.partner_id = p.id and u.active and r.role = 'owner'))`

/**
 * Replaces the network rules and leaves all other fields unchanged. Returns false if the company has changed since
 * `version`.
 */
export async function setNetworkRules(
  tx: Transaction,
  { id, version }: Pick<Partner, 'id' | 'version'>,
  rules: readonly NetworkRule[],
): Promise<boolean> {
  const isChanged = await affects(tx)`
    update partners set version = version + 1 where id = ${id} and version = ${version}`
  if (isChanged) await replaceNetworkRules(tx, id, rules)
  return isChanged
}

/** Returns true for the database error of `addPartner` and `updatePartner` if another company has the name. */
export function isNameTaken(error: unknown): boolean {
  return violatedIndex(error) === 'partners_name_key'
}

/** Returns an SQL condition on `partners p`: the name contains the text, ignoring case and accents. */
export function nameContains(text: string): Sql {
  // Searching the index for an empty text would read all of it.
  if (text === '') return sql`true`
  // A worker fills in missing search texts; until then, the name is searched.
  return sql`
    (p.search_text like ${containing(foldText(text))}
     or (p.search_text is null and strpos(lower(p.name), lower(${text})) > 0))`
}

/** Fills in the search text of companies that an older version wrote without one. */
export const fillPartnerSearchText = fillOf<{ name: string }>('partners', ['name'], ({ name }) =>
  searchText(name),
)

async function replaceNetworkRules(
  tx: Transaction,
  partnerId: string,
  rules: readonly NetworkRule[],
): Promise<void> {
  await run(tx)`delete from ip_allow_rules where partner_id = ${partnerId}`
  for (const { subsystem, cidr, name = '' } of rules) {
    await run(tx)`
      insert into ip_allow_rules (id, partner_id, subsystem_id, cidr, name)
      values (${randomUUIDv7()}, ${partnerId}, ${subsystem}, network(${cidr}::inet), ${name})
      on conflict do nothing`
  }
}
