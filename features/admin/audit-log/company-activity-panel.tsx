import type { ReactNode } from 'react'
import { callPage } from '#web/list-call.ts'
import type { Period } from '#web/ui/activity-periods.ts'
import { Activity, type EntryDetails } from '#web/ui/activity.tsx'
import type { AuditLinks } from '#web/ui/audit-sentence.tsx'
import { listEntries } from './contract.ts'

type Props = {
  company: string
  period: string | undefined
  onPeriod: (period: Period) => void
  links: AuditLinks
  details: EntryDetails
  /** To the log with the same filter. */
  logLink: (text: string) => ReactNode
}

/** The log of one company: its users' events and its own. */
export function ActivityOfCompany({ company, ...rest }: Props) {
  return (
    <Activity
      of={['company', company]}
      find={(query, signal) => callPage(listEntries, { query: { ...query, company } }, signal)}
      lastLogin={null}
      {...rest}
    />
  )
}
