import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Tells spreadsheets that the file is UTF-8. */
export const byteOrderMark = '\uFEFF'

/** The row limit of spreadsheets. */
const maxRows = 1_000_000
const pageSize = 1_000

/** A line of a CSV file (RFC 4180). */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

/** An apostrophe keeps spreadsheets from reading a formula, in any width (OWASP CSV injection). */
function cell(value: string): string {
  const safe = /^[\s\0]*[=+\-@]|^[\t\r\n]/.test(value.normalize('NFKC')) ? `'${value}` : value
  return `"${safe.replaceAll('"', '""')}"`
}

/** The names of the columns, each with its text of a row. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => string>>

type Key = readonly string[]
type CsvPage<Row> = {
  rows: readonly (Row & { key: Key })[]
  /** Where a search that stopped at its bound goes on. */
  bound?: { key: Key } | undefined
}

/** The file in chunks; each is read by `find` when the one before was consumed, the first with the header. */
export async function* csvOfList<Row>(
  columns: CsvColumns<Row>,
  find: (page: { take: number; after: Key | undefined }) => Promise<CsvPage<Row>>,
  limit = maxRows,
): AsyncGenerator<string> {
  let after: Key | undefined
  let count = 0
  let head = `${byteOrderMark}${csvLine(Object.keys(columns))}`
  for (;;) {
    const take = Math.min(pageSize, limit - count)
    const { rows, bound } = await find({ take, after })
    const lines = rows.map((row) => csvLine(Object.values(columns).map((text) => text(row))))
    yield [head, ...lines].join('')
    head = ''
    count += rows.length
    if (count >= limit) return yield csvLine([`Only the first ${limit} rows are in this file.`])
    after = rows.length === take ? rows.at(-1)?.key : bound?.key
    if (!after) return
  }
}

/** Answers a file. Its first chunk is read before the status is sent, and before `record` says that something was exported. */
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
