// covers queue:mail, mail:invitation, mail:welcome
import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import { checkLink } from '#contract/link.ts'
import { getMe } from '#contract/me.ts'
import { listInvitations } from '../../features/admin/invitations/contract.ts'
import { openBrowser } from './browser.ts'
import { newCompany, expectErrorCode, newInvitation, isLoggedIn, join, mails } from './people.ts'
import { place } from './place.ts'
import { admin } from './staff.ts'

test('an invited user joins by the mailed link, is logged in and receives a welcome email', async () => {
  const company = await newCompany()
  const invitation = await newInvitation({ companyId: company.id, platforms: ['onboarding'] })
  const { email, token } = invitation
  const link = await openBrowser(place.url).call(checkLink, { body: { token } })
  equal(link.kind, 'invitation')

  const user = await join(invitation)
  equal(await isLoggedIn(user.browser), true)
  const me = await user.browser.call(getMe, {})
  deepEqual([me.email, me.partner?.name], [email, company.name])
  deepEqual(
    me.subsystems.map(({ id, state }) => [id, state]),
    [['onboarding', 'active']],
  )
  equal(user.recoveryCodes.length, 10)
  match((await mails.next(email, /Welcome/)).text, /Onboarding dashboard/)

  await expectErrorCode(
    errorCodes.invalidLink,
    openBrowser(place.url).call(checkLink, { body: { token } }),
  )
  const [listed] = await admin.browser.call(listInvitations, { query: { q: email } })
  equal(listed?.state, 'accepted')
})
