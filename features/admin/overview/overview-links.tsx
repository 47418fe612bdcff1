import type { ReactNode } from 'react'
import type { AuditLinks } from '#web/ui/audit-sentence.tsx'

type LogSearch = Readonly<Record<string, string>>

/** Ways to other pages; those that the admin may not open are missing. */
export type OverviewLinks = {
  log: (search: LogSearch, props: { children: ReactNode; tabIndex?: 0 | -1 }) => ReactNode
  users?: (search: LogSearch, text: ReactNode) => ReactNode
  invitations?: (text: ReactNode) => ReactNode
  companies?: (text: ReactNode) => ReactNode
  platforms?: (text: ReactNode) => ReactNode
  /** Of the names in the events. */
  names: AuditLinks
}
