import type { CallInput } from '#contract/endpoint.ts'
import type { RecordedAction } from '#contract/audit-action.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { db } from '#server/db.ts'
import { addAdmin, addUser, logInAdmin } from './people.ts'
import { listEntries } from '../../features/admin/audit-log/contract.ts'

export type Query = NonNullable<CallInput<typeof listEntries>['query']>

export const auditor = await logInAdmin(await addAdmin({ roles: ['auditor'] }))

export const list = (query: Query = {}, browser = auditor) => browser.call(listEntries, { query })

/** Adds a user with this number of audit rows, oldest first. */
export async function busyUser(count: number, action: RecordedAction = 'logged_out') {
  const ada = await addUser({ firstname: 'Ada', lastname: 'Byron' })
  for (let n = 0; n < count; n += 1) {
    const actor = {
      userId: ada.id,
      ipAddress: `198.51.100.${n % 250}`,
      requestId: `${ada.id}-${n}`,
    }
    await recordAudit(db, actor, action, { data: { n } })
  }
  return ada
}
