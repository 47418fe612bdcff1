import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** The byte order mark, which makes spreadsheets read the file as UTF-8. */
export const byteOrderMark = '\uFEFF'

/** The maximum number of rows of a file: the limit of spreadsheets, rounded down. */
export const maxRows = 1_000_000
/** The number of rows in a chunk. */
export const pageSize = 1_000

/** Formats a line of a CSV file (RFC 4180). */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

/** Quotes a cell. An apostrophe before a formula, even a full-width one, prevents spreadsheets from evaluating it. */
function cell(value: string): string {
  const safe = /^[\s\0]*[=+\-@]|^[\t\r\n]/.test(value.normalize('NFKC')) ? `'${value}` : value
  return `"${safe.replaceAll('"', '""')}"`
}

type TextIn<Row> = { [P in keyof Row]: Row[P] extends string ? P : never }[keyof Row]
type Texts<Row, Name extends string> = Readonly<Record<Name, (row: Row) => string>>
/** A function for each column that returns its text. A column needs none if the row has a text of the same name. */
export type CsvTexts<Row, Name extends string> = Texts<Row, Exclude<Name, TextIn<Row>>>

type Key = readonly string[]
type CsvPage<Row> = {
  rows: readonly (Row & { key: Key })[]
  /** The key after which a search that stopped at its limit continues. */
  bound?: { key: Key } | undefined
}

/**
 * Yields the file with the columns of an endpoint in chunks, the first with the header. Reads each page by `find` when
 * the previous one is consumed.
 */
export async function* csvOfList<Row>(
  columns: Readonly<Record<string, string>>,
  texts: Texts<Row, string>,
  find: (page: { take: number; after: Key | undefined }) => Promise<CsvPage<Row>>,
  limit = maxRows,
): AsyncGenerator<string> {
  let after: Key | undefined
  let count = 0
  const names = Object.keys(columns)
  const textOf = (row: Row, name: string) => texts[name]?.(row) ?? String(row[name as keyof Row])
  let head = `${byteOrderMark}${csvLine(names)}`
  for (;;) {
    // One row more than the limit shows whether rows are left out.
    const take = Math.min(pageSize, limit + 1 - count)
    const { rows, bound } = await find({ take, after })
    const lines = rows
      .slice(0, limit - count)
      .map((row) => csvLine(names.map((name) => textOf(row, name))))
    yield [head, ...lines].join('')
    head = ''
    count += rows.length
    if (count > limit) return yield csvLine([`Only the first ${limit} rows are in this file.`])
    after = rows.length === take ? rows.at(-1)?.key : bound?.key
    if (!after) return
  }
}

/**
 * Answers with a file. Reads its first chunk before it sends the status and calls `record`, so that an error is
 * answered as an error and not recorded as an export.
 */
export async function sendCsv(
  reply: FastifyReply,
  name: string,
  chunks: AsyncGenerator<string>,
  record: () => Promise<void>,
): Promise<Readable> {
  const { value: first } = await chunks.next()
  await record()
  const day = new Date().toISOString().slice(0, 10)
  reply.type('text/csv; charset=utf-8')
  reply.header('content-disposition', `attachment; filename="${name}-${day}.csv"`)
  return Readable.from(joined(first ?? '', chunks))
}

async function* joined(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first
  yield* rest
}
