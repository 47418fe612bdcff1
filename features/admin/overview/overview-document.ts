import type { AdminMe } from '#contract/admin.ts'
import type { Reply } from '#contract/endpoint.ts'
import { seesAdmins } from '#domain/audit/audit-entries.ts'
import { db } from '#server/db.ts'
import { replyOf } from '#server/http.ts'
import { getOverview } from './contract.ts'
import { findOverview } from './find-overview.ts'

/** Returns the overview that the server writes into the page, in the form of the endpoint's reply. */
export async function findFirstOverview(admin: AdminMe): Promise<Reply<typeof getOverview>> {
  return replyOf(
    getOverview,
    await findOverview(db, {}, { ...admin, adminId: admin.id, seesAdmins: seesAdmins(admin) }),
  )
}
