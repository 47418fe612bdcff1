import {
  listCompaniesWithNewRequests,
  listRequestDeciders,
  takeNewRequests,
} from '#domain/platform-access/access-request.ts'
import { lockCompany } from '#domain/companies/company-role.ts'
import { mailUser } from '#domain/mail/mail.ts'
import { db, transaction, type Transaction } from '#server/db.ts'
import { runIsolated } from '#server/run-isolated.ts'

/** Emails the approvers of each company about new access requests, at most once an hour. */
export async function mailNewRequests(): Promise<void> {
  for (const partnerId of await listCompaniesWithNewRequests(db)) {
    const mail = async (tx: Transaction) => {
      await lockCompany(tx, partnerId)
      if (!(await takeNewRequests(tx, partnerId))) return
      for (const decider of await listRequestDeciders(tx, partnerId))
        await mailUser(tx, 'access-requested', decider, { partnerId })
    }
    await runIsolated({ job: 'mail-new-requests' }, () => transaction(db, mail), { partnerId })
  }
}
