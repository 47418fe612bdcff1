import type { ReactNode } from 'react'
import type { AuditLinks } from '#web/ui/audit-sentence.tsx'
import type { FirstStep } from './contract.ts'

type LogSearch = Readonly<Record<string, string>>

/** Ways to other pages; those that the admin may not open are missing. */
export type OverviewLinks = {
  log: (search: LogSearch, props: { children: ReactNode; tabIndex?: 0 | -1 }) => ReactNode
  users?: (search: LogSearch, text: ReactNode) => ReactNode
  invitations?: (search: LogSearch, text: ReactNode) => ReactNode
  companies?: (search: LogSearch, text: ReactNode) => ReactNode
  platforms?: (search: LogSearch, text: ReactNode) => ReactNode
  /** To those that the admin may decide, unless the search says others. */
  approvals?: (search: LogSearch, text: ReactNode) => ReactNode
  webhooks?: (text: ReactNode) => ReactNode
  compliance?: (text: ReactNode) => ReactNode
  /** To the undelivered mails. */
  mails?: (text: ReactNode) => ReactNode
  /** Ways to what a new installation begins with. */
  firstSteps: { readonly [Step in FirstStep]?: (text: ReactNode) => ReactNode }
  /** Of the names in the events. */
  names: AuditLinks
}
