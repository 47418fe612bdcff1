// covers approval:replace-factors, job:carry-out-approvals, mail:approval-asked
import { equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { approveRecovery, listRecoveries } from '../../features/company/approvals/contract.ts'
import { recoverColleague } from '../../features/company/users/contract.ts'
import { backdateCompanyRoles, giveCompanyRoles, newOwnCompany } from './companies.ts'
import { mails, newUser } from './people.ts'
import { replaceByMailedLink } from './replacing-factors.ts'
import { evidence, requestOf } from './staff.ts'
import { passWaitingTime } from './time.ts'

test('3Z1: an owner requests a recovery for a user, another administrator approves, and the mailed link sets up a new factor', async () => {
  const company = await newOwnCompany()
  const [second, user] = await Promise.all([
    newUser({ companyId: company.id }),
    newUser({ companyId: company.id }),
  ])
  await giveCompanyRoles(company, second, ['people'])
  await backdateCompanyRoles(company.id)

  const reason = { reason: 'Ada lost the phone' }
  const { approval } = await requestOf(
    company.owner.browser.call(recoverColleague, { params: { id: user.id }, body: reason }),
  )
  match((await mails.next(second.email, /pproval|Request to reset/)).text, /Ada/)
  const [listed] = await second.browser.call(listRecoveries, {})
  equal(listed?.id, approval.id)
  await second.browser.call(approveRecovery, { params: { id: approval.id }, body: { evidence } })
  await passWaitingTime(approval.id)
  await replaceByMailedLink(user)
})
