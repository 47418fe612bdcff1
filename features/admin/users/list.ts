import { join, raw, type Sql } from 'sql-template-tag'
import type { Query } from '#contract/endpoint.ts'
import { isId } from '#contract/fields.ts'
import { fold } from '#contract/fold.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { findStreak, maxStreak } from '#domain/failure-streak.ts'
import { findInvitationOf } from '#domain/invitation.ts'
import { platformAccessState } from '#domain/platform-access.ts'
import { beginning, containing } from '#domain/search-text.ts'
import { listSessions } from '#domain/session.ts'
import { findUser, type User } from '#domain/user.ts'
import { byName } from '#server/collation.ts'
import {
  affects,
  row,
  rows,
  run,
  scalar,
  scalars,
  sql,
  transaction,
  type Db,
  type Transaction,
} from '#server/db.ts'
import type { Page } from '#server/paging.ts'
import type { Details, listUsers, PartnerUser } from './contract.ts'

/** A user with the sort key of the list, where the next page begins. */
export type ListedUser = Omit<PartnerUser, 'lastLogin'> & { key: string[]; lastLogin: Date | null }

/** Shortest part of a name that is found anywhere in it (design §4); a shorter one is found at the beginning only. */
const minPartLength = 3

/** Users that a search sorts; more are looked for along an index: of all names, or, soon done, of those with a first sign. */
const maxSorted = { ofAll: 50_000, ofSign: 10_000 }

/** Users among whom a search counts to estimate how many there are. */
const sampleSize = 5_000

const inOrder = sql`u.lastname ${byName}, u.firstname ${byName}, u.id`

export function findUsers(
  db: Db,
  query: Query<typeof listUsers>,
  { take, after }: Page,
): Promise<ListedUser[]> {
  const [lastname = '', firstname = '', id = ''] = after ?? []
  const inScope = join(
    [
      sql`true`,
      ...(query.includeInactive === 'true' ? [] : [sql`u.active`]),
      ...(query.partner === undefined ? [] : [sql`u.partner_id = ${query.partner}`]),
    ],
    ' and ',
  )
  const isNext = after
    ? sql`${inScope} and (${inOrder}) > (${lastname}, ${firstname}, ${id}::uuid)`
    : inScope
  const text = fold(query.q ?? '')
  return transaction(db, async (tx) => {
    // Rare and common names need different plans; a generic plan would be slow for one of them.
    await run(tx)`set local plan_cache_mode = force_custom_plan`
    if (text === '') return selectUsers(tx, sql`where ${isNext} order by ${inOrder} limit ${take}`)
    const isFound = sql`${await conditionOf(tx, query.q ?? '')} and ${isNext}`
    const isShort = lengthOf(text) < minPartLength
    const mostSorted = isShort ? maxSorted.ofSign : maxSorted.ofAll
    const isFrequent = (await estimate(tx, sql`${mayMatch(text)} and ${inScope}`)) > mostSorted
    const found =
      isFrequent && isShort ? beginningWith(text, isFound, take) : allThat(isFound, isFrequent)
    const ids = await search(tx, found, isFrequent, take)
    return selectUsers(tx, sql`where u.id = any(${ids}::uuid[])`)
  })
}

async function search(
  tx: Transaction,
  found: Sql,
  isFrequent: boolean,
  take: number,
): Promise<string[]> {
  if (isFrequent) await run(tx)`set local enable_sort = off`
  const ids = await scalars<string>(tx)`
    select u.id from (${found}) u order by ${inOrder} limit ${take}`
  if (isFrequent) await run(tx)`set local enable_sort to default`
  return ids
}

/**
 * Few users are found by the index of texts and sorted. Many are looked for along the index of names, which holds
 * all that is read: at worst each of its entries. The planner cannot choose between the two: it takes matches for evenly
 * spread over the list, but equal names stand together.
 */
function allThat(isFound: Sql, isFrequent: boolean): Sql {
  // `offset 0` hides from the planner that an order and a limit follow.
  const hidden = isFrequent ? sql`` : sql`offset 0`
  return sql`select u.id, u.lastname, u.firstname from users u where ${isFound} ${hidden}`
}

/**
 * Many users who may begin with one or two signs are looked for along the indexes of the first one, which are in the
 * order of names and hold the second, too. `between` and its order, because the planner would take the index of all
 * names where it sees that the sign is the same.
 */
function beginningWith(text: string, isFound: Sql, take: number): Sql {
  const [sign = '', second] = text
  const branches = [2, 3, 4].map((line) => {
    const [one, two] = [1, 2].map((length) => firstOf(line, length))
    return sql`
      (select u.id, u.lastname, u.firstname from users u
       where ${one} between ${sign} and ${sign} and ${second ? sql`${two} = ${text} and` : sql``} ${isFound}
       order by ${one}, ${inOrder} limit ${take})`
  })
  const withoutText = sql`
    select u.id, u.lastname, u.firstname from users u where u.search_text is null and ${isFound}`
  return join([...branches, withoutText], ' union ')
}

/** The first signs of a line of the search text, as the indexes hold them. */
function firstOf(line: number, length: number): Sql {
  return raw(`left(split_part(u.search_text, e'\\n', ${line}), ${length}) collate "C"`)
}

/** Counts in a sample of the table's pages: the same ones each time, so that each page of a list is found alike. */
async function estimate(tx: Transaction, condition: Sql): Promise<number> {
  const all = sql`
    (select greatest(reltuples, ${sampleSize}) from pg_class where oid = 'users'::regclass)`
  const count = await scalar<number>(tx)`
    select count(*) * ${all} / ${sampleSize}
    from users u tablesample system (100.0 * ${sampleSize} / ${all}) repeatable (1)
    where ${condition}`
  return count ?? 0
}

/** The rows that the index of texts cannot tell from matches: it knows words, of three characters or their first two. */
function mayMatch(text: string): Sql {
  if (!/[\p{L}\p{N}]/u.test(text)) return sql`true`
  if (lengthOf(text) >= minPartLength) return matches(sql`u.search_text`, text)
  const start = text.replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`)
  return sql`u.search_text ~ ${String.raw`\m${start}`}`
}

export async function findListedUser(db: Db, id: string): Promise<ListedUser | undefined> {
  const [found] = await selectUsers(db, sql`where u.id = ${id}`)
  return found
}

/** Rows without a search text (a worker fills it) are found by what an older version stored. */
async function conditionOf(tx: Transaction, typed: string): Promise<Sql> {
  const isFound = matches(sql`u.search_text`, fold(typed))
  if (!(await affects(tx)`select from users where search_text is null limit 1`)) return isFound
  const old = typed.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  return sql`
    (${isFound} or u.search_text is null and ${matches(sql`chr(10) || u.search`, old)})`
}

/** A word that is too short for the index is searched with its neighbours. */
function matches(column: Sql, text: string): Sql {
  if (lengthOf(text) < minPartLength) return sql`${column} like ${beginning(text)}`
  const words = text.split(' ')
  const parts = words.every((word) => lengthOf(word) >= minPartLength) ? words.slice(0, 5) : [text]
  return join(
    parts.map((part) => sql`${column} like ${containing(part)}`),
    ' and ',
  )
}

function selectUsers(db: Db, which: Sql): Promise<ListedUser[]> {
  return rows<ListedUser>(db)`
    select u.id, u.firstname, u.lastname, u.email, u.active, u.onboarded_at is not null as onboarded,
           case when u.active then 'deactivate' else 'activate' end as action,
           u.last_login_at as last_login, array[u.lastname, u.firstname, u.id::text] as key,
           case when p.id is null then null
                else json_build_object('id', p.id, 'name', p.name, 'active', p.active) end as partner,
           (select coalesce(json_agg(json_build_object(
                     'id', s.id, 'name', s.name, 'state', ${platformAccessState(undefined)}) order by s.name ${byName}), '[]')
            from subsystem_accounts a join subsystems s on s.id = a.subsystem_id
            where a.user_id = u.id) as subsystems
    from (
      select u.id, u.partner_id, u.firstname, u.lastname, u.email, u.active, u.onboarded_at, u.last_login_at
      from users u ${which}) u
    left join partners p on p.id = u.partner_id
    order by ${inOrder}`
}

/** Throws 404001 for an unknown id, an admin's id and text that is not an id. */
export async function requireUser(db: Db, id: string): Promise<User> {
  const user = isId(id) ? await findUser(db, id) : undefined
  if (!user) throw new Refusal(commonErrors.notFound)
  return user
}

function lengthOf(text: string): number {
  return [...text].length
}

type Column = 'jobTitle' | 'phone' | 'timezone' | 'preferredLanguage' | 'secondFactor'
type DetailsRow = Pick<Details, Column> & { createdAt: Date }

/** All that an admin sees of a user. */
export async function describeUser(db: Db, id: string) {
  const { email } = await requireUser(db, id)
  const [listed, details, open, invitation, failures] = await Promise.all([
    findListedUser(db, id),
    row<DetailsRow>(db)`
      select u.job_title, u.phone, u.timezone, u.preferred_language, u.created_at,
             case when f.id is null then 'none' when f.disabled_at is not null then 'disabled'
                  else 'set' end as second_factor
      from users u left join second_factors f on f.user_id = u.id and f.confirmed_at is not null
      where u.id = ${id}`,
    listSessions(db, id),
    findInvitationOf(db, email),
    findStreak(db, id),
  ])
  if (!listed || !details) throw new Error(`user ${id} was deleted while it was read`)
  return {
    ...listed,
    ...details,
    platforms: listed.subsystems,
    failuresInARow: failures,
    newBrowsersRefused: failures >= maxStreak,
    sessions: open,
    effect: { openSessions: open.length },
    invitation: invitation ?? null,
  }
}
