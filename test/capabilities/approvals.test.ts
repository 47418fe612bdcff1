// covers approval:user-unlock, approval:users-deactivate, approval:company-deactivate
// covers approval:platform-addresses, approval:platform-add, approval:service-account-add
// covers queue:bulk, mail:approval-asked, mail:approval-decided, mail:credentials-replaced
import { deepEqual, equal, match, notEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import { until } from '#test/until.ts'
import { lockAccount } from '../../features/account/lost-device/contract.ts'
import {
  approveRequest,
  cancelRequest,
  countApprovals,
  getApproval,
  listApprovals,
  refuseRequest,
} from '../../features/admin/approvals/contract.ts'
import { startBulk } from '../../features/admin/bulk/contract.ts'
import { changePartner, getPartner } from '../../features/admin/companies/contract.ts'
import {
  changePlatform,
  getPlatform,
  replaceSecret,
} from '../../features/admin/platforms/contract.ts'
import { activateUser } from '../../features/admin/users/contract.ts'
import { expectErrorCode, isLoggedIn, logIn, mails, newCompany, newUser } from './people.ts'
import { newPlatform, registrationOf } from './platforms.ts'
import { requestServiceAccount, requestToken } from './key-accounts.ts'
import { admin, approve, approver, requestOf } from './staff.ts'

const reason = { reason: 'Asked for by the company in writing' }
const { call } = admin.browser

test('an account locked by its user is unlocked once a second admin approves', async () => {
  const user = await newUser()
  await user.browser.call(lockAccount, { body: {} })
  const params = { id: user.id }
  const { approval } = await requestOf(call(activateUser, { params, body: reason }))
  await mails.next(approver.email, /pproval/, approval.id)
  await approve(approval.id)
  await mails.next(admin.email, /[Rr]equest/, approval.id)
  equal(await isLoggedIn(await logIn(user)), true)
})

test('many users are deactivated once a second admin approves', async () => {
  const { id: companyId } = await newCompany()
  const users = await Promise.all(Array.from({ length: 11 }, () => newUser({ companyId })))
  const ids = users.map(({ id }) => id)
  const body = { action: 'deactivate' as const, ids, ...reason }
  const { approval } = await requestOf(call(startBulk, { body }))
  equal(await isLoggedIn(users[0]!.browser), true)
  await approve(approval.id)
  await until(async () => !(await Promise.all(users.map(each))).includes(true))

  function each({ browser }: (typeof users)[number]) {
    return isLoggedIn(browser)
  }
})

test('a company with open sessions is deactivated once a second admin approves', async () => {
  const { id } = await newCompany()
  const [first, second] = [await newUser({ companyId: id }), await newUser({ companyId: id })]
  const { etag, ...company } = await call(getPartner, { params: { id } })
  const { name, subsystems, ipAllowRules } = company
  const headers = { 'if-match': etag }
  const body = { name, subsystems, ipAllowRules, active: false }
  const { approval } = await requestOf(call(changePartner, { params: { id }, headers, body }))
  equal(await isLoggedIn(first.browser), true)
  await approve(approval.id)
  await until(async () => !(await isLoggedIn(first.browser)) && !(await isLoggedIn(second.browser)))
  equal((await call(getPartner, { params: { id } })).active, false)
})

test('a platform’s redirect URI changes once a second admin approves', async () => {
  const { id, url } = await newPlatform()
  const { etag } = await call(getPlatform, { params: { id } })
  const headers = { 'if-match': etag }
  const { id: _, ...facts } = registrationOf(id, url)
  const body = { ...facts, redirectUris: [`${url}/login-done`] }
  const { approval } = await requestOf(call(changePlatform, { params: { id }, headers, body }))
  notEqual((await call(getPlatform, { params: { id } })).redirectUris[0], body.redirectUris[0])
  await approve(approval.id)
  deepEqual((await call(getPlatform, { params: { id } })).redirectUris, body.redirectUris)
})

test('a platform is registered, and its secret replaced, once a second admin approves', async () => {
  const { id } = await newPlatform()
  const { etag } = await call(getPlatform, { params: { id } })
  const headers = { 'if-match': etag }
  const request = await requestOf(
    call(replaceSecret, { params: { id }, headers, body: { graceHours: 0 } }),
  )
  match(request.clientSecret ?? '', /^[\w-]{40,}$/)
  await approve(request.approval.id)
  notEqual((await call(getPlatform, { params: { id } })).etag, etag)
  await mails.next(approver.email, /secret rotated/, id)
})

test('a service account gets tokens once a second admin approves', async () => {
  const { approvalId, ...account } = await requestServiceAccount(['admin:users.read'])
  equal((await requestToken(account, 'admin:users.read')).status, 401)
  await approve(approvalId)
  const answer = await requestToken(account, 'admin:users.read')
  equal(answer.status, 200, await answer.text())
})

test('an approver refuses a request, and a requester cancels another one', async () => {
  const [first, second] = [await newUser(), await newUser()]
  await first.browser.call(lockAccount, { body: {} })
  await second.browser.call(lockAccount, { body: {} })
  const [one, other] = await Promise.all(
    [first, second].map(({ id }) =>
      requestOf(call(activateUser, { params: { id }, body: reason })),
    ),
  )
  const refused = { id: one?.approval.id ?? '' }
  const cancelled = { id: other?.approval.id ?? '' }
  const listed = await approver.browser.call(listApprovals, { query: { target: first.id } })
  equal(listed[0]?.mayDecide, true)
  equal((await approver.browser.call(countApprovals, {})).setting, 'on')
  await expectErrorCode(
    errorCodes.mayNotDecide,
    call(approveRequest, { params: refused, body: { evidence: 'I asked for it myself, so yes.' } }),
  )
  await approver.browser.call(refuseRequest, { params: refused, body: reason })
  await call(cancelRequest, { params: cancelled, body: reason })
  equal((await call(getApproval, { params: refused })).state, 'refused')
  equal((await call(getApproval, { params: cancelled })).state, 'cancelled')
})
