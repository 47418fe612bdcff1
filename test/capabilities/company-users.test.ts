// covers queue:company-invitation, mail:platforms-changed, mail:deactivated, mail:activated
// covers mail:company-role-given, mail:company-role-taken
import { deepEqual, equal, match } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import { getMe } from '#contract/me.ts'
import { login } from '../../features/account/sign-in/contract.ts'
import {
  exportCompanyActivity,
  listCompanyActivity,
} from '../../features/company/activity/contract.ts'
import {
  inviteColleagues,
  listCompanyInvitations,
  resendCompanyInvitation,
  revokeCompanyInvitation,
} from '../../features/company/invitations/contract.ts'
import { getCompanyOverview } from '../../features/company/overview/contract.ts'
import {
  activateColleague,
  deactivateColleague,
  endColleagueSessions,
  getColleague,
  listColleagues,
  setColleaguePlatforms,
} from '../../features/company/users/contract.ts'
import { openBrowser, unique } from './browser.ts'
import { giveCompanyRoles, newOwnCompany } from './companies.ts'
import { tokenIn } from './mails.ts'
import { expectErrorCode, isLoggedIn, join, logIn, mails, newUser } from './people.ts'
import { place } from './place.ts'

const reason = { reason: 'Left the treasury team' }

test('an owner invites a user, who joins by the mailed link with the platform of the invitation', async () => {
  const { id: companyId, name, owner } = await newOwnCompany({ subsystems: ['onboarding'] })
  const email = `user-${unique()}@harbour.example`
  const user = { email, firstname: 'Mary', lastname: 'Ward', preferredLanguage: 'en' as const }
  await owner.browser.call(inviteColleagues, {
    headers: { 'idempotency-key': randomUUID() },
    body: { users: [user], subsystems: ['onboarding'] },
  })
  await mails.next(email, /invit/)
  const [invitation] = await owner.browser.call(listCompanyInvitations, { query: { q: email } })
  const params = { id: invitation?.id ?? '' }
  await owner.browser.call(resendCompanyInvitation, { params, body: {} })
  const token = tokenIn(await mails.next(email, /invit/), 'sign-up')
  const joined = await join({ email, token, companyId })
  const { partner, subsystems } = await joined.browser.call(getMe, {})
  deepEqual([partner?.name, subsystems[0]?.state], [name, 'active'])
  await expectErrorCode(
    errorCodes.changedMeanwhile,
    owner.browser.call(revokeCompanyInvitation, { params, body: {} }),
  )
})

test('an owner grants and revokes a platform, and the user is emailed each time', async () => {
  const { id: companyId, owner } = await newOwnCompany({ subsystems: ['onboarding'] })
  const user = await newUser({ companyId })
  const stateOf = async () =>
    (await user.browser.call(getMe, {})).subsystems.map(({ id, state }) => [id, state])
  const params = { id: user.id }
  const granted = await setPlatforms([{ id: 'onboarding' }])
  equal(granted.platforms[0]?.givenBy?.kind, 'user')
  match(
    (await mails.next(user.email, /(?:platform|longer have|now have) access/)).text,
    /can now open/,
  )
  deepEqual(await stateOf(), [['onboarding', 'active']])
  await setPlatforms([])
  match(
    (await mails.next(user.email, /(?:platform|longer have|now have) access/)).text,
    /no longer open/,
  )
  deepEqual(await stateOf(), [])

  async function setPlatforms(subsystems: { id: string }[]) {
    const { etag } = await owner.browser.call(getColleague, { params })
    const headers = { 'if-match': etag }
    return owner.browser.call(setColleaguePlatforms, { params, headers, body: { subsystems } })
  }
})

test('an owner ends the sessions of a user, deactivates them and activates them again', async () => {
  const { id: companyId, owner } = await newOwnCompany()
  const user = await newUser({ companyId })
  const params = { id: user.id }
  await owner.browser.call(endColleagueSessions, { params, body: reason })
  equal(await isLoggedIn(user.browser), false)

  const session = await logIn(user)
  await owner.browser.call(deactivateColleague, { params, body: reason })
  equal(await isLoggedIn(session), false)
  await mails.next(user.email, /has been deactivated/)
  const { email, password } = user
  await expectErrorCode(
    errorCodes.userInactive,
    openBrowser(place.url).call(login, { body: { email, password } }),
  )
  await owner.browser.call(activateColleague, { params, body: reason })
  await mails.next(user.email, /is active again/)
  equal(await isLoggedIn(await logIn(user)), true)
})

test('an owner grants and revokes a role, which appears in overview, activity and mails', async () => {
  const company = await newOwnCompany()
  const { id: companyId, owner } = company
  const user = await newUser({ companyId })
  await giveCompanyRoles(company, user, ['auditor'])
  await mails.next(user.email, /new role/)
  const { administrators, users } = await owner.browser.call(getCompanyOverview, {})
  deepEqual([administrators.length, users], [2, 2])
  const entries = await user.browser.call(listCompanyActivity, {})
  equal(
    entries.some(({ action }) => action === 'company_role_changed'),
    true,
  )
  const file = (await user.browser.call(exportCompanyActivity, {})) as Blob
  match(await file.text(), /"company_role_changed"/)
  await giveCompanyRoles(company, user, [])
  await mails.next(user.email, /[Rr]ole .*removed/)
  await expectErrorCode(errorCodes.forbidden, user.browser.call(listCompanyActivity, {}))
  const listed = await owner.browser.call(listColleagues, {})
  equal(listed.length, 2)
})
