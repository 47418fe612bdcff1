import type { AuditEntry } from '#contract/audit-entry.ts'
import { listAuditEntries } from '#domain/audit-entries.ts'
import type { AuditSearch } from '#domain/audit-select.ts'
import { byteOrderMark, csvLine } from '#server/csv.ts'
import type { Db } from '#server/db.ts'

/** The row limit of spreadsheets. */
const maxRows = 1_000_000
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
] as const satisfies readonly (keyof AuditEntry)[]

/** The file in chunks; each is read from the database when the one before was consumed, the first with the header. */
export async function* csvOf(db: Db, search: AuditSearch, limit = maxRows): AsyncGenerator<string> {
  let after: string[] | undefined
  let count = 0
  let head = `${byteOrderMark}${csvLine(columns)}`
  for (;;) {
    const page = await listAuditEntries(db, search, {
      take: Math.min(pageSize, limit - count),
      after,
    })
    yield [head, ...page.map((entry) => csvLine(columns.map((name) => text(entry[name]))))].join('')
    head = ''
    count += page.length
    after = page.at(-1)?.key
    if (count >= limit) return yield csvLine([`Only the latest ${limit} entries are in this file.`])
    if (page.length < pageSize) return
  }
}

function text(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
}
