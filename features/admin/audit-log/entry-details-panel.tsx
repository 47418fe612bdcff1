import type { AuditEntry } from '#contract/audit-entry.ts'
import { defaultTimeZone } from '#contract/time.ts'
import type { OpenedEntry } from '#web/ui/activity.tsx'
import { LogContext, type AuditSearch } from './audit-search.tsx'
import { Details } from './details.tsx'

type Props = OpenedEntry & {
  entry: AuditEntry
  /** Opens the log with one of the values as its filter. */
  go: (search: AuditSearch) => void
}

/** All that is recorded of an entry, on a page that is not the log. */
export function EntryDetails({ go, ...props }: Props) {
  return (
    <LogContext value={{ search: {}, timeZone: defaultTimeZone(), go }}>
      <Details {...props} />
    </LogContext>
  )
}
