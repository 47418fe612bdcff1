import { randomUUIDv7 } from 'node:crypto'
import type { Sql } from 'sql-template-tag'
import { fold } from '#contract/fold.ts'
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
import { containing, fillOf, searchText } from './search-text.ts'

/** Networks that a company's users may use; without a platform, for all platforms. */
export type AllowRule = {
  subsystem: string | null
  cidr: string
  /** What admins call it; may be empty. */
  name?: string | undefined
}

export type Partner = {
  id: string
  name: string
  active: boolean
  /** Null: all platforms, also those that are registered later. */
  subsystems: string[] | null
  ipAllowRules: AllowRule[]
  /** Increased by each change, for optimistic locking. */
  version: number
}

export type PartnerFacts = Pick<Partner, 'name' | 'active' | 'ipAllowRules'> & {
  subsystems: readonly string[] | null
}

/** Id of the company with that name; creates it when there is none. */
export async function findOrCreatePartner(db: Db, name: string): Promise<string> {
  await run(db)`
    insert into partners (id, name, search_text) values (${randomUUIDv7()}, ${name}, ${searchText(name)})
    on conflict (name) do nothing`
  const id = await scalar<string>(db)`select id from partners where name = ${name}`
  if (!id) throw new Error('the company disappeared during the lookup')
  return id
}

/** For statements about `partners p`: its networks as JSON. */
export const allowRulesOf = sql`
  (select coalesce(json_agg(json_build_object('subsystem', r.subsystem_id, 'cidr', r.cidr, 'name', r.name)
                            order by r.subsystem_id nulls first, r.cidr), '[]')
   from ip_allow_rules r where r.partner_id = p.id)`

/** For statements about `partners p`: active and older than so many days, and none of its users has logged in since. */
export function isDormant(days: number): Sql {
  const since = sql`now() - make_interval(days => ${days}::int)`
  return sql`(p.active and p.created_at < ${since}
    and not exists (select from users u where u.partner_id = p.id and u.last_login_at > ${since}))`
}

export function findPartner(db: Db, id: string): Promise<Partner | undefined> {
  return row<Partner>(db)`
    select p.id, p.name, p.active, p.subsystems, p.version,
           ${allowRulesOf} as ip_allow_rules
    from partners p where p.id = ${id}`
}

/** Throws when another company has the name: see `isNameTaken`. */
export async function addPartner(tx: Transaction, facts: PartnerFacts): Promise<string> {
  const id = randomUUIDv7()
  await run(tx)`
    insert into partners (id, name, active, subsystems, search_text)
    values (${id}, ${facts.name}, ${facts.active}, ${facts.subsystems}, ${searchText(facts.name)})`
  await setAllowRules(tx, id, facts.ipAllowRules)
  return id
}

/** False when the company has changed since that version. Throws like `addPartner`. */
export async function updatePartner(
  tx: Transaction,
  { id, version }: Pick<Partner, 'id' | 'version'>,
  facts: PartnerFacts,
): Promise<boolean> {
  const isChanged = await affects(tx)`
    update partners
    set name = ${facts.name}, active = ${facts.active}, subsystems = ${facts.subsystems},
        search_text = ${searchText(facts.name)}, version = version + 1
    where id = ${id} and version = ${version}`
  if (isChanged) await setAllowRules(tx, id, facts.ipAllowRules)
  return isChanged
}

/** What the provider lets a company's own administrators do. */
export type DelegationFacts = {
  delegated: boolean
  /** Active users and open invitations; null without a limit. */
  seats: number | null
  /** The platforms that they may give; null: all of the company. */
  subsystems: readonly string[] | null
  /** How often they review who has access; null: never. */
  reviewMonths: number | null
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

/** False when the company has changed since that version. */
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

/** For statements about `partners p`: administered by its own users, of whom no active one owns it. */
export const isWithoutOwner = sql`(
  p.delegated and p.active and not exists (
    select from company_roles r join users u on u.id = r.user_id
    where r.partner_id = p.id and u.active and r.role = 'owner'))`

/** Replaces the networks alone. False when the company has changed since that version. */
export async function setNetworkRules(
  tx: Transaction,
  { id, version }: Pick<Partner, 'id' | 'version'>,
  rules: readonly AllowRule[],
): Promise<boolean> {
  const isChanged = await affects(tx)`
    update partners set version = version + 1 where id = ${id} and version = ${version}`
  if (isChanged) await setAllowRules(tx, id, rules)
  return isChanged
}

export function isNameTaken(error: unknown): boolean {
  return violatedIndex(error) === 'partners_name_key'
}

/** For statements about `partners p`: whether the name contains the text, whatever its case and accents. */
export function nameContains(text: string): Sql {
  // A plan for any text would look for the empty one in the whole index.
  if (text === '') return sql`true`
  return sql`
    (p.search_text like ${containing(fold(text))}
     or p.search_text is null and strpos(lower(p.name), lower(${text})) > 0)`
}

/** Fills the search text where an older version left none. */
export const fillPartnerSearchText = fillOf<{ name: string }>('partners', ['name'], ({ name }) =>
  searchText(name),
)

async function setAllowRules(
  tx: Transaction,
  partnerId: string,
  rules: readonly AllowRule[],
): Promise<void> {
  await run(tx)`delete from ip_allow_rules where partner_id = ${partnerId}`
  for (const { subsystem, cidr, name = '' } of rules) {
    await run(tx)`
      insert into ip_allow_rules (id, partner_id, subsystem_id, cidr, name)
      values (${randomUUIDv7()}, ${partnerId}, ${subsystem}, network(${cidr}::inet), ${name})
      on conflict do nothing`
  }
}
