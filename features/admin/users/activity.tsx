import * as adminLinks from '#contract/admin-links.ts'
import { callPage } from '#web/list-call.ts'
import type { Period } from '#web/parts/activity-periods.ts'
import { Activity } from '#web/parts/activity.tsx'
import { listActivity } from './activity-contract.ts'
import type { Details } from './contract.ts'

type Props = {
  user: Details
  period: string | undefined
  onPeriod: (period: Period) => void
}

/** Shows the actions of the user, and those of others on the account. */
export function ActivityOfUser({ user: { id, lastLogin }, period, onPeriod }: Props) {
  return (
    <Activity
      keyPrefix={['partner-user', id]}
      find={(query, signal) => callPage(listActivity, { params: { id }, query }, signal)}
      lastLogin={lastLogin}
      period={period}
      onPeriod={onPeriod}
      log={adminLinks.auditLog({ user: id })}
    />
  )
}
