import { join, raw, type Sql } from 'sql-template-tag'
import { foldText } from '#contract/fold-text.ts'
import { batchSize, rows, run, runInBatches, sql, transaction, type Db } from '#server/db.ts'

/** Length from which a search matches anywhere in a name. Shorter texts match only at the beginning. */
export const minPartLength = 3
/** Number of words of a search that are compared; further words are ignored. */
const maxWords = 5

/** Returns the text to store for searches: the folded parts, each after a line break. */
export function searchText(...parts: readonly string[]): string {
  return parts.map((part) => `\n${foldText(part)}`).join('')
}

/** Returns a `like` pattern for texts that contain the folded text anywhere. */
export function containing(folded: string): string {
  return `%${escaped(folded)}%`
}

/** Returns a `like` pattern for texts that have a line beginning with the folded text. */
export function beginning(folded: string): string {
  return `%\n${escaped(folded)}%`
}

function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
}

/**
 * Returns an SQL condition: the search text contains the first `maxWords` words of a folded text in any order. Words
 * that are long enough for the index, or consist of signs, match anywhere, others only at the beginning of a word.
 * Without a long word, the folded text is searched as a whole; if it is itself too short, only at the beginning of a
 * line.
 */
export function hasWords(column: Sql, folded: string): Sql {
  if (lengthOf(folded) < minPartLength) return sql`${column} like ${beginning(folded)}`
  const words = wordsOf(folded)
  const isLong = (word: string) => lengthOf(word) >= minPartLength
  const parts = words.some(isLong) ? words : [folded]
  // A regular expression would never match a word of signs, because no word begins with one.
  const isLike = (part: string) => isLong(part) || !/[\p{L}\p{N}]/u.test(part)
  return join(
    parts.map((part) =>
      isLike(part) ? sql`${column} like ${containing(part)}` : sql`${column} ~ ${wordStart(part)}`,
    ),
    ' and ',
  )
}

function wordsOf(folded: string): string[] {
  return folded.split(' ').slice(0, maxWords)
}

/**
 * Returns the digits of a word with the adjacent letters, a part that few texts share; undefined if there is no such
 * part.
 */
export function partWithDigits(folded: string): string | undefined {
  const parts = wordsOf(folded).map((word) => /\p{L}?\d{2,}\p{L}?/u.exec(word)?.[0] ?? '')
  return parts.find((part) => lengthOf(part) >= minPartLength && part !== folded)
}

/** Returns a PostgreSQL regular expression that matches the text at the beginning of a word. */
export function wordStart(folded: string): string {
  return String.raw`\m` + folded.replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`)
}

/** Returns the number of code points. */
export function lengthOf(text: string): number {
  return [...text].length
}

/**
 * Returns a function that fills in the search texts that an older version left empty in a table, and returns the number
 * of rows.
 */
export function fillOf<Row>(
  table: string,
  columns: readonly (keyof Row & string)[],
  textOf: (row: Row) => string,
): (db: Db) => Promise<number> {
  const name = raw(table)
  const next = sql`
    select id, ${raw(columns.join(', '))} from ${name} where search_text is null
    order by id limit ${batchSize} for no key update skip locked`
  return (db) =>
    runInBatches(() =>
      transaction(db, async (tx) => {
        const missing = await rows<Row & { id: string }>(tx)`${next}`
        await run(tx)`
          update ${name} t set search_text = filled.text
          from unnest(${missing.map(({ id }) => id)}::uuid[], ${missing.map(textOf)}::text[])
            as filled (id, text)
          where t.id = filled.id`
        return missing.length
      }),
    )
}
