// covers queue:company-invitation, mail:company-invitation
import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { getMe } from '#contract/me.ts'
import { errorCodes } from '#contract/refusal.ts'
import { inviteColleagues } from '../../features/company/invitations/contract.ts'
import {
  describeLeaving,
  joinCompany,
  leaveCompany,
  listOwnCompanyInvitations,
} from '../../features/company/membership/contract.ts'
import {
  getNetworks,
  previewNetworks,
  setNetworks,
} from '../../features/company/networks/contract.ts'
import { newOwnCompany } from './companies.ts'
import { expectErrorCode, mails, newUser } from './people.ts'

test('a user leaves a company and joins another company that has invited their address', async () => {
  const [first, second] = await Promise.all([
    newOwnCompany(),
    newOwnCompany({ subsystems: ['onboarding'] }),
  ])
  const user = await newUser({ companyId: first.id })
  const { leaving } = await user.browser.call(describeLeaving, {})
  equal(leaving?.company, first.name)
  await user.browser.call(leaveCompany, { body: {} })
  equal((await user.browser.call(getMe, {})).partner, null)

  const { email } = user
  const guest = { email, firstname: 'Ada', lastname: 'Byron', preferredLanguage: 'en' as const }
  await second.owner.browser.call(inviteColleagues, {
    headers: { 'idempotency-key': randomUUID() },
    body: { users: [guest], subsystems: ['onboarding'] },
  })
  await mails.next(email, /invited you to join/)
  const [invitation] = await user.browser.call(listOwnCompanyInvitations, {})
  await user.browser.call(joinCompany, { params: { id: invitation?.id ?? '' }, body: {} })
  const { partner, subsystems } = await user.browser.call(getMe, {})
  deepEqual([partner?.name, subsystems[0]?.state], [second.name, 'active'])
})

test('a company’s networks close its platforms to users at other addresses', async () => {
  const { id: companyId, owner } = await newOwnCompany({ subsystems: ['onboarding'] })
  const user = await newUser({ companyId, platforms: ['onboarding'] })
  const { etag } = await owner.browser.call(getNetworks, {})
  const cidr = `${owner.browser.ipAddress}/32`
  const body = { ipAllowRules: [{ name: 'Office', subsystem: null, cidr }] }
  equal((await owner.browser.call(previewNetworks, { body })).refused, 1)
  const headers = { 'if-match': etag }
  await owner.browser.call(setNetworks, { headers, body })
  const { subsystems } = await user.browser.call(getMe, {})
  equal(subsystems[0]?.state, 'ip_not_allowed')
  await expectErrorCode(
    errorCodes.changedMeanwhile,
    owner.browser.call(setNetworks, { headers, body: { ipAllowRules: [] } }),
  )
})
