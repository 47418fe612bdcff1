import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { getAdminAccount } from '#contract/admin.ts'
import { createSoftwareAuthenticator } from '#test/software-authenticator.ts'
import {
  beginAdminReplacement,
  changeAdminLanguage,
  changeAdminPassword,
  confirmAdminReplacement,
  endOtherAdminSessions,
  listAdminSessions,
  renewAdminCodes,
} from '../../features/account/admin-account/contract.ts'
import { addAdminPasskey, beginAdminPasskey } from '../../features/account/passkeys/contract.ts'
import {
  adminLogin,
  adminLogout,
  verifyAdminCode,
} from '../../features/account/sign-in/admin-contract.ts'
import {
  adminPasskeyLogin,
  beginAdminPasskeyLogin,
} from '../../features/account/sign-in/admin-passkey-contract.ts'
import {
  addView,
  listViews,
  removeView,
  savePreferences,
  getPreferences,
} from '../../features/admin/preferences/contract.ts'
import { openBrowser } from './browser.ts'
import { codeOf } from './credentials.ts'
import { place } from './place.ts'
import { logInAdmin, newAdmin } from './staff.ts'

test('an admin changes password and authenticator, and logs in with the new ones', async () => {
  const admin = await newAdmin(['auditor'])
  const { call } = admin.browser
  const password = 'Tall-Compass-42'
  const other = await logInAdmin(admin)
  equal((await call(listAdminSessions, {})).length, 2)
  equal((await call(endOtherAdminSessions, { body: {} })).ended, 1)
  equal(await other.browser.call(listAdminSessions, {}).catch(() => 'ended'), 'ended')
  await call(changeAdminPassword, {
    body: { oldPassword: admin.password, newPassword: password, confirmPassword: password },
  })
  const { secret } = await call(beginAdminReplacement, { body: {} })
  await call(confirmAdminReplacement, { body: { otp: codeOf(secret) } })
  await logInAdmin({ ...admin, password, secret })
  const { recoveryCodes } = await call(renewAdminCodes, { body: {} })
  const browser = openBrowser(place.url)
  await browser.call(adminLogin, { body: { email: admin.email, password } })
  await browser.call(verifyAdminCode, { body: { recoveryCode: recoveryCodes[0] ?? '' } })
  await call(changeAdminLanguage, { body: { preferredLanguage: 'es' } })
  equal((await browser.call(getAdminAccount, {})).preferredLanguage, 'es')
  await browser.call(adminLogout, {})
  equal(await browser.call(getAdminAccount, {}).catch(() => 'ended'), 'ended')
})

test('an admin logs in with passkey and password', async () => {
  const admin = await newAdmin(['auditor'])
  const authenticator = createSoftwareAuthenticator(place.url)
  const options = await admin.browser.call(beginAdminPasskey, { body: {} })
  await admin.browser.call(addAdminPasskey, { body: { response: authenticator.register(options) } })
  const browser = openBrowser(place.url)
  const challenge = await browser.call(beginAdminPasskeyLogin, { body: {} })
  const { next } = await browser.call(adminPasskeyLogin, {
    body: { response: authenticator.assert(challenge) },
  })
  equal(next, 'verify-mfa')
  await browser.call(verifyAdminCode, { body: { password: admin.password } })
  equal((await browser.call(getAdminAccount, {})).email, admin.email)
})

test('an admin saves views of lists, and preferences', async () => {
  const { browser } = await newAdmin(['support'])
  const { call } = browser
  const body = { list: 'users', name: 'Without factor', query: { status: 'active' } }
  const { id } = await call(addView, { body })
  equal((await call(listViews, {}))[0]?.name, 'Without factor')
  await call(removeView, { params: { id }, body: {} })
  equal((await call(listViews, {})).length, 0)
  await call(savePreferences, { body: { density: 'compact', letterKeys: false } })
  equal((await call(getPreferences, {})).density, 'compact')
})
