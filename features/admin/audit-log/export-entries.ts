import type { Db } from '#server/db.ts'
import { listOf, type Entry } from './list.ts'
import type { Key } from './matching.ts'
import type { Search } from './search.ts'

/** As many rows as a spreadsheet takes, and one line for the header. */
const mostRows = 1_000_000
const pageSize = 1_000

const columns = [
  'timestamp',
  'user',
  'userId',
  'actorKind',
  'action',
  'target',
  'targetId',
  'data',
  'ipAddress',
  'subSystem',
  'requestId',
  'id',
] as const satisfies readonly (keyof Entry)[]

/** The text of the file, piece by piece: the next piece is read when the last one was taken. */
export async function* csvOf(db: Db, search: Search, most = mostRows): AsyncGenerator<string> {
  let after: Key | undefined
  let count = 0
  // The mark by which spreadsheets know that this is UTF-8.
  yield `\uFEFF${line(columns)}`
  for (;;) {
    const page = await listOf(db, search, { take: Math.min(pageSize, most - count), after })
    if (page.length > 0)
      yield page.map((entry) => line(columns.map((name) => text(entry[name])))).join('')
    count += page.length
    after = page.at(-1)?.key
    if (count >= most) return yield line([`Only the latest ${most} entries are in this file.`])
    if (page.length < pageSize) return
  }
}

function text(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
}

function line(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

/** RFC 4180; what a spreadsheet would read as a formula begins with an apostrophe. */
function cell(value: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value
  return `"${safe.replaceAll('"', '""')}"`
}
