// covers job:mail-new-requests, mail:access-requested, mail:access-given, mail:access-refused
import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { getMe } from '#contract/me.ts'
import {
  findOwnRequest,
  giveAccess,
  listAccessRequests,
  refuseAccess,
  requestAccess,
} from '../../features/company/requests/contract.ts'
import { getCompanyWaiting } from '../../features/company/waiting/contract.ts'
import { newOwnCompany } from './companies.ts'
import { mails, newUser } from './people.ts'
import { withWorker } from './worker-process.ts'

test('a user requests a platform; the owner is emailed within a minute and grants it', async () => {
  const { id: companyId, owner } = await newOwnCompany({ subsystems: ['onboarding'] })
  const user = await newUser({ companyId })
  const { id } = await request(user, 'onboarding')
  equal(
    (await user.browser.call(findOwnRequest, { query: { subsystem: 'onboarding' } })).mayAsk,
    true,
  )
  const mail = await withWorker(() => mails.next(owner.email, /ccess request/))
  match(mail.text, /request/)
  equal((await owner.browser.call(getCompanyWaiting, {})).requests, 1)
  await owner.browser.call(giveAccess, { params: { id }, body: {} })
  equal((await owner.browser.call(getCompanyWaiting, {})).requests, 0)
  await mails.next(user.email, /access to Onboarding dashboard/)
  const { subsystems } = await user.browser.call(getMe, {})
  deepEqual(
    subsystems.map(({ state }) => state),
    ['active'],
  )

  async function request({ browser }: typeof user, subsystem: string) {
    await browser.call(requestAccess, { body: { subsystem, reason: 'For the audit of the year' } })
    const [listed] = await owner.browser.call(listAccessRequests, { query: { state: 'open' } })
    return { id: listed?.id ?? '' }
  }
})

test('a refused request is emailed to the user with its reason', async () => {
  const { id: companyId, owner } = await newOwnCompany({ subsystems: ['onboarding'] })
  const user = await newUser({ companyId })
  await user.browser.call(requestAccess, { body: { subsystem: 'onboarding', reason: 'Audit' } })
  const [listed] = await owner.browser.call(listAccessRequests, { query: { state: 'open' } })
  const params = { id: listed?.id ?? '' }
  await owner.browser.call(refuseAccess, { params, body: { reason: 'Ask your team lead first' } })
  match((await mails.next(user.email, /Your request for/)).text, /Ask your team lead first/)
})
