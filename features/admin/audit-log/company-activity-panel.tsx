import * as adminLinks from '#contract/admin-links.ts'
import { callPage } from '#web/list-call.ts'
import type { Parts } from '#web/parts/parts.ts'
import type { ComponentProps } from 'react'
import { Activity } from '#web/parts/activity.tsx'
import { listEntries } from './contract.ts'

type Props = ComponentProps<Parts['ActivityOfCompany']>

/** Shows the audit log of one company: events of the company and of its users. */
export function ActivityOfCompany({ company, ...rest }: Props) {
  return (
    <Activity
      keyPrefix={['company', company]}
      find={(query, signal) => callPage(listEntries, { query: { ...query, company } }, signal)}
      lastLogin={null}
      log={adminLinks.auditLog({ company })}
      {...rest}
    />
  )
}
