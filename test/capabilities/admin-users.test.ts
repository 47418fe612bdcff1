// covers mail:deactivated, mail:activated, mail:platforms-changed, mail:two-factor-disabled
// covers mail:passkey-disabled-by-admin
import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { getMe } from '#contract/me.ts'
import { errorCodes } from '#contract/refusal.ts'
import { createSoftwareAuthenticator } from '#test/software-authenticator.ts'
import { addPasskey, beginPasskey } from '../../features/account/passkeys/contract.ts'
import { login, verifyCode } from '../../features/account/sign-in/contract.ts'
import {
  activateUser,
  deactivateUser,
  disablePasskey,
  disableTwoFactor,
  getUser,
  listUsers,
  moveUser,
  setPlatforms,
} from '../../features/admin/users/contract.ts'
import { listActivity } from '../../features/admin/users/activity-contract.ts'
import { listMails, listTokens, resendMail } from '../../features/admin/users/mails-contract.ts'
import { endSessions } from '../../features/admin/users/sessions-contract.ts'
import { openBrowser } from './browser.ts'
import { codeOf } from './credentials.ts'
import { expectErrorCode, isLoggedIn, logIn, mails, newCompany, newUser } from './people.ts'
import { place } from './place.ts'
import { admin } from './staff.ts'

const { call } = admin.browser
const body = { reason: 'Asked for by the company in writing' }

test('an admin deactivates a user, and activates them again', async () => {
  const user = await newUser()
  const params = { id: user.id }
  await call(deactivateUser, { params, body })
  equal(await isLoggedIn(user.browser), false)
  await mails.next(user.email, /has been deactivated/)
  const { email, password } = user
  await expectErrorCode(
    errorCodes.userInactive,
    openBrowser(place.url).call(login, { body: { email, password } }),
  )
  await call(activateUser, { params, body })
  await mails.next(user.email, /is active again/)
  equal(await isLoggedIn(await logIn(user)), true)
})

test('an admin grants and removes platforms, ends sessions and moves a user to another company', async () => {
  const user = await newUser()
  const other = await newCompany()
  const params = { id: user.id }
  const subsystems = [{ id: 'onboarding' }]
  await call(setPlatforms, { params, headers: {}, body: { ...body, subsystems } })
  match(
    (await mails.next(user.email, /(?:platform|longer have|now have) access/)).text,
    /can now open/,
  )
  equal((await user.browser.call(getMe, {})).subsystems[0]?.state, 'active')
  await call(setPlatforms, { params, headers: {}, body: { ...body, subsystems: [] } })
  match(
    (await mails.next(user.email, /(?:platform|longer have|now have) access/)).text,
    /no longer open/,
  )
  equal((await call(endSessions, { params, body })).ended, 1)
  equal(await isLoggedIn(user.browser), false)
  await call(moveUser, { params, body: { ...body, companyId: other.id } })
  const [listed] = await call(listUsers, { query: { q: user.email } })
  equal(listed?.partner?.name, other.name)
  const activity = await call(listActivity, { params, query: {} })
  equal(
    activity.some(({ action }) => action === 'all_sessions_ended'),
    true,
  )
})

test('an admin disables a user’s second factor, and only a recovery code can replace it', async () => {
  const user = await newUser()
  const params = { id: user.id }
  equal((await call(disableTwoFactor, { params, body })).ended, 1)
  await mails.next(user.email, /Two-factor authentication has been disabled/)
  const browser = openBrowser(place.url)
  const { email, password } = user
  await browser.call(login, { body: { email, password } })
  await expectErrorCode(
    errorCodes.wrongCode,
    browser.call(verifyCode, { body: { otp: codeOf(user.secret, 1) } }),
  )
  equal((await call(getUser, { params })).secondFactor, 'disabled')
})

test('an admin disables one passkey of a user', async () => {
  const user = await newUser()
  const params = { id: user.id }
  const options = await user.browser.call(beginPasskey, { body: {} })
  const response = createSoftwareAuthenticator(place.url).register(options)
  const { passkey } = await user.browser.call(addPasskey, { body: { response } })
  await call(disablePasskey, { params: { ...params, passkeyId: passkey.id }, body })
  await mails.next(user.email, /passkey .*disabled/)
  deepEqual((await call(getUser, { params })).workingPasskeys, [])
})

test('an admin lists the mails and links of a user, and resends a mail', async () => {
  const user = await newUser()
  await logIn(user)
  await mails.next(user.email, /New login/)
  const params = { id: user.id }
  const sentMails = await call(listMails, { params })
  const mail = sentMails.find(({ kind }) => kind === 'new-sign-in')
  await call(resendMail, { params: { id: mail?.id ?? '' }, body: {} })
  await mails.next(user.email, /New login/)
  deepEqual(
    (await call(listTokens, { params })).map(({ kind }) => kind),
    ['log-me-out', 'invitation'],
  )
})
