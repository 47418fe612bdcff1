import { join, raw, type Sql } from 'sql-template-tag'
import { fold } from '#contract/fold.ts'
import { affects, scalar, sql, type Transaction } from '#server/db.ts'
import { containing, hasWords, lengthOf, minPartLength, wordStart } from './search-text.ts'

/** Users among whom a search counts to estimate how many there are. */
const sampleSize = 5_000

/**
 * Counts the users who meet each condition in a sample of the table's pages: the same ones each time, so that each page
 * of a list is found alike.
 */
export async function estimateUsers(
  tx: Transaction,
  conditions: readonly Sql[],
): Promise<number[]> {
  const found = await scalar<number>(tx)`
    select reltuples::float8 from pg_class where oid = 'users'::regclass`
  const all = Math.max(found ?? 0, sampleSize)
  const met = join(conditions.map((each, at) => sql`(${each}) as ${nameOf(at)}`))
  const counted = join(conditions.map((_, at) => sql`count(*) filter (where ${nameOf(at)})`))
  // The size as a number, not a subquery: of a sample whose size it does not know the planner expects a tenth of the
  // table. `offset 0`: of a condition that is looked at row by row the planner knows how often; in a count, it does not.
  const counts = await scalar<number[]>(tx)`
    select array[${counted}]::float8[] from (
      select ${met} from users u tablesample system (${(100 * sampleSize) / all}::float8) repeatable (1) offset 0) u`
  return (counts ?? []).map((count) => (count * all) / sampleSize)
}

function nameOf(condition: number): Sql {
  return raw(`is_met_${condition}`)
}

/** The rows that the index of texts cannot tell from matches: it knows words, of three characters or their first two. */
export function mayMatch(text: string): Sql {
  if (!/[\p{L}\p{N}]/u.test(text)) return sql`true`
  if (lengthOf(text) >= minPartLength) return hasWords(sql`u.search_text`, text)
  return sql`u.search_text ~ ${wordStart(text)}`
}

export function hasPart(part: string): Sql {
  return sql`u.search_text like ${containing(part)}`
}

/**
 * Rows without a search text (a worker fills it) are found by what an older version stored. With a part of the text that
 * few users share, the index looks for this part alone: it spends most of its time on signs that many share.
 */
export async function searchCondition(tx: Transaction, typed: string, part?: string): Promise<Sql> {
  const text = fold(typed)
  const isFound =
    part === undefined
      ? hasWords(sql`u.search_text`, text)
      : sql`${hasPart(part)} and ${hasWords(sql`(u.search_text || '')`, text)}`
  if (!(await affects(tx)`select from users where search_text is null limit 1`)) return isFound
  const old = typed.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  return sql`
    (${isFound} or u.search_text is null and ${hasWords(sql`chr(10) || u.search`, old)})`
}

/**
 * Many users who may begin with one or two signs are looked for along the indexes of the first one, which are in the
 * order of names and hold the second, too. `between` and its order, because the planner would take the index of all
 * names where it sees that the sign is the same.
 */
export function beginningWith(text: string, isFound: Sql, inOrder: Sql, take: number): Sql {
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
