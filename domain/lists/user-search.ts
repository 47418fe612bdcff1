import { join, raw, type Sql } from 'sql-template-tag'
import { foldText } from '#contract/fold-text.ts'
import { affects, scalar, sql, type Transaction } from '#server/db.ts'
import { usersWithLogin } from '../accounts/user-login.ts'
import { containing, hasWords, lengthOf, minPartLength, wordStart } from './search-text.ts'

/** Number of users in the sample that estimates are based on. */
const sampleSize = 5_000

/**
 * Returns the estimated number of users who meet each condition. Samples a fixed set of the table's pages, so that
 * every page of a list is searched by the same strategy.
 */
export async function estimateUsers(
  tx: Transaction,
  conditions: readonly Sql[],
): Promise<number[]> {
  const estimate = await scalar<number>(tx)`
    select reltuples::float8 from pg_class where oid = 'users'::regclass`
  const tableSize = Math.max(estimate ?? 0, sampleSize)
  const sample = sql`tablesample system (${(100 * sampleSize) / tableSize}::float8) repeatable (1)`
  const results = join(conditions.map((each, at) => sql`(${each}) as ${nameOf(at)}`))
  const counted = join(conditions.map((_, at) => sql`count(*) filter (where ${nameOf(at)})`))
  // The size is a number, not a subquery, because the planner expects a tenth of the table from a sample of unknown
  // size. `offset 0` keeps the conditions out of the counts, where the planner ignores how often they are evaluated.
  const counts = await scalar<number[]>(tx)`
    select array[${counted}]::float8[] from (
      select ${results} from ${usersWithLogin(sample)} offset 0) u`
  return (counts ?? []).map((count) => (count * tableSize) / sampleSize)
}

function nameOf(condition: number): Sql {
  return raw(`is_met_${condition}`)
}

/**
 * Returns an SQL condition for the candidates that the trigram index finds for a text. The index knows only groups of
 * three characters within words, and the first two of each word.
 */
export function mayMatch(text: string): Sql {
  if (!/[\p{L}\p{N}]/u.test(text)) return sql`true`
  if (lengthOf(text) >= minPartLength) return hasWords(sql`u.search_text`, text)
  return sql`u.search_text ~ ${wordStart(text)}`
}

export function hasPart(part: string): Sql {
  return sql`u.search_text like ${containing(part)}`
}

/**
 * Returns an SQL condition for the users who match a typed text. Rows without a search text, which a worker fills in,
 * are matched by the text of an older version. With a part of the text that few users share, the index looks up only
 * this part, because most of its time goes into characters that many users share.
 */
export async function searchCondition(tx: Transaction, input: string, part?: string): Promise<Sql> {
  const text = foldText(input)
  const matches =
    part === undefined
      ? hasWords(sql`u.search_text`, text)
      : // `|| ''` hides the column from the planner, so that the index looks up only the part.
        sql`${hasPart(part)} and ${hasWords(sql`(u.search_text || '')`, text)}`
  if (!(await affects(tx)`select from users where search_text is null limit 1`)) return matches
  const oldText = input.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  return sql`
    (${matches} or (u.search_text is null and ${hasWords(sql`chr(10) || u.search`, oldText)}))`
}

/**
 * Returns SQL for users whose name or email address begins with one or two characters that many may share. Scans the
 * indexes of first characters, which are in the order of names and also hold the second character. The planner would
 * use the index of all names if it knew that the first character is constant: `between` and the order by it hide that.
 */
export function beginningWith(text: string, condition: Sql, order: Sql, take: number): Sql {
  const [first = '', second] = text
  // Line 1 is empty; the others are the two orders of the names, and the email address.
  const branches = [2, 3, 4].map((line) => {
    const [firstCharacter, firstTwo] = [1, 2].map((length) => firstCharactersOf(line, length))
    return sql`
      (select u.id, u.lastname, u.firstname from users u
       where ${firstCharacter} between ${first} and ${first} and ${second ? sql`${firstTwo} = ${text} and` : sql``} ${condition}
       order by ${firstCharacter}, ${order} limit ${take})`
  })
  const withoutText = sql`
    select u.id, u.lastname, u.firstname from users u where u.search_text is null and ${condition}`
  return join([...branches, withoutText], ' union ')
}

/** Returns SQL for the first characters of a line of the search text, as in the definition of the indexes. */
function firstCharactersOf(line: number, length: number): Sql {
  return raw(`left(split_part(u.search_text, e'\\n', ${line}), ${length}) collate "C"`)
}
