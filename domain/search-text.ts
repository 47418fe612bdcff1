import { join, raw, type Sql } from 'sql-template-tag'
import { fold } from '#contract/fold.ts'
import { batchSize, rows, run, runInBatches, sql, transaction, type Db } from '#server/db.ts'

/** Shortest part of a name that is found anywhere in it (design §4); a shorter one is found at the beginning only. */
export const minPartLength = 3

/** The stored text of a search: each part begins a line. */
export function searchText(...parts: readonly string[]): string {
  return parts.map((part) => `\n${fold(part)}`).join('')
}

/** A `like` pattern for texts that contain the folded text anywhere. */
export function containing(folded: string): string {
  return `%${escaped(folded)}%`
}

/** A `like` pattern for texts of which a line begins with the folded text. */
export function beginning(folded: string): string {
  return `%\n${escaped(folded)}%`
}

function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
}

/**
 * Whether a search text has the words of a folded text in any order: those that are long enough for its index
 * anywhere, and with one of them a shorter one at the beginning of a word.
 */
export function hasWords(column: Sql, folded: string): Sql {
  if (lengthOf(folded) < minPartLength) return sql`${column} like ${beginning(folded)}`
  const words = wordsOf(folded)
  const isLong = (word: string) => lengthOf(word) >= minPartLength
  const parts = words.some(isLong) ? words : [folded]
  return join(
    parts.map((part) =>
      isLong(part) ? sql`${column} like ${containing(part)}` : sql`${column} ~ ${wordStart(part)}`,
    ),
    ' and ',
  )
}

function wordsOf(folded: string): string[] {
  return folded.split(' ').slice(0, 5)
}

/** The digits of a word with the letters beside them, which fewer texts share than its letters; undefined without such a part. */
export function partWithDigits(folded: string): string | undefined {
  const parts = wordsOf(folded).map((word) => /\p{L}?\d{2,}\p{L}?/u.exec(word)?.[0] ?? '')
  return parts.find((part) => lengthOf(part) >= minPartLength && part !== folded)
}

/** A regular expression for the beginning of a word. */
export function wordStart(folded: string): string {
  return String.raw`\m` + folded.replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`)
}

export function lengthOf(text: string): number {
  return [...text].length
}

/** Creates the fill of a table's search texts that an older version left empty. Returns the number of rows. */
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
        const found = await rows<Row & { id: string }>(tx)`${next}`
        await run(tx)`
          update ${name} t set search_text = filled.text
          from unnest(${found.map(({ id }) => id)}::uuid[], ${found.map(textOf)}::text[])
            as filled (id, text)
          where t.id = filled.id`
        return found.length
      }),
    )
}
