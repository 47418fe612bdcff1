import { useRouter } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { AuditEntry } from '#contract/audit-entry.ts'
import { lazyPart } from '#web/lazy.tsx'
import type { EntryDetails as DetailsOf, OpenedEntry } from '#web/ui/activity.tsx'
import { paths } from '../addresses.ts'
import { stringifySearch } from '../search.ts'
import { linkToOne } from '../page-links.tsx'

const Details = lazyPart(
  async () =>
    (await import('../../../features/admin/audit-log/entry-details-panel.tsx')).EntryDetails,
  paths.auditLogs,
)

type Props = OpenedEntry & { entry: AuditEntry }

/** Details of an audit log entry, on the page of a user or company. Each value in them links to the log. */
function EntryDetails(props: Props) {
  const router = useRouter()
  return (
    <Suspense fallback={null}>
      <Details
        {...props}
        go={(search) => router.history.push(paths.auditLogs + stringifySearch(search))}
      />
    </Suspense>
  )
}

const details: DetailsOf = (entry, opened) => <EntryDetails entry={entry} {...opened} />

/** Parts of the audit log that the activity of a user or company shows. */
export const activityInLog = {
  details,
  link: linkToOne(paths.auditLogs, {}, 'user', 'side-link'),
}
