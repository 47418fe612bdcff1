import {
  listCompaniesWithNewRequests,
  listRequestDeciders,
  takeNewRequests,
} from '#domain/platform-access/access-request.ts'
import { lockCompany } from '#domain/companies/company-role.ts'
import { mailUser } from '#domain/mail/mail.ts'
import { db, transaction } from '#server/db.ts'

/** Emails the approvers of each company about new access requests, at most once an hour. */
export async function mailNewRequests(): Promise<void> {
  for (const partnerId of await listCompaniesWithNewRequests(db)) {
    await transaction(db, async (tx) => {
      await lockCompany(tx, partnerId)
      if (!(await takeNewRequests(tx, partnerId))) return
      for (const decider of await listRequestDeciders(tx, partnerId))
        await mailUser(tx, 'access-requested', decider, { partnerId })
    })
  }
}
