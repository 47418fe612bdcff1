import * as adminLinks from '#contract/admin-links.ts'
import { defaultTimeZone } from '#contract/time.ts'
import type { EntryDetailsProps } from '#web/parts/parts.ts'
import { useOpen } from '#web/page-search.ts'
import { LogContext } from './audit-search.tsx'
import { Details } from './details.tsx'

/** Shows an entry on a page outside the log. Each value links to the log. */
export function EntryDetails(props: EntryDetailsProps) {
  const open = useOpen()
  const log = {
    search: {},
    timeZone: defaultTimeZone(),
    go: (search: Parameters<typeof adminLinks.auditLog>[0]) => open(adminLinks.auditLog(search)),
  }
  return (
    <LogContext value={log}>
      <Details {...props} />
    </LogContext>
  )
}
