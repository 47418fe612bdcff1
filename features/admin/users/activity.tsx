import type { ReactNode } from 'react'
import { callPage } from '#web/list-call.ts'
import type { Period } from '#web/ui/activity-periods.ts'
import { Activity, type EntryDetails } from '#web/ui/activity.tsx'
import type { AuditLinks } from '#web/ui/audit-sentence.tsx'
import { listActivity } from './activity-contract.ts'
import type { Details } from './contract.ts'

/** What the audit log adds to the activity of a user: the details of one of its entries, and the way to itself. */
export type ActivityInLog = {
  details: EntryDetails
  link: (id: string, text: string) => ReactNode
}

type Props = {
  user: Details
  links: AuditLinks
  log: ActivityInLog
  period: string | undefined
  onPeriod: (period: Period) => void
}

/** What the user did and what was done to the account. */
export function ActivityOfUser({ user: { id, lastLogin }, links, log, period, onPeriod }: Props) {
  return (
    <Activity
      of={['partner-user', id]}
      find={(query, signal) => callPage(listActivity, { params: { id }, query }, signal)}
      lastLogin={lastLogin}
      period={period}
      onPeriod={onPeriod}
      links={links}
      details={log.details}
      logLink={(text) => log.link(id, text)}
    />
  )
}
