import { auditCsvColumns, type AuditEntry } from '#contract/audit-entry.ts'
import { byteOrderMark, csvLine, maxRows, pageSize } from '#server/csv.ts'
import type { Db } from '#server/db.ts'
import { listAuditEntries, type ListedEntry } from './audit-entries.ts'
import type { AuditSearch } from './audit-select.ts'

const columns = Object.keys(auditCsvColumns) as (keyof typeof auditCsvColumns)[]

type Options = {
  limit?: number
  /** Reduces an entry to the fields that the reader may see. By default all fields are included. */
  redact?: (entry: ListedEntry) => AuditEntry
}

/**
 * Yields a CSV file of the entries in chunks; the first chunk begins with the header line. Each chunk is read from the
 * database when the previous one has been consumed. If there are more than `limit` entries, the last line says so.
 */
export async function* csvOfAudit(
  db: Db,
  search: AuditSearch,
  { limit = maxRows, redact = (entry) => entry }: Options = {},
): AsyncGenerator<string> {
  let after: string[] | undefined
  let remaining = limit
  let head = `${byteOrderMark}${csvLine(columns)}`
  for (;;) {
    // Reads one entry too many, which shows that the file is not complete.
    const page = await listAuditEntries(db, search, {
      take: Math.min(pageSize, remaining + 1),
      after,
    })
    const lines = page.slice(0, remaining).map((entry) => lineOf(redact(entry)))
    yield [head, ...lines].join('')
    head = ''
    if (page.length > remaining)
      return yield csvLine([`Only the latest ${limit} entries are in this file.`])
    if (page.length < pageSize) return
    remaining -= page.length
    after = page.at(-1)?.key
  }
}

function lineOf(entry: AuditEntry): string {
  return csvLine(columns.map((name) => text(entry[name])))
}

function text(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
}
