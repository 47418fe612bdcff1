// covers approval:admin-add, approval:admin-roles, approval:admin-reset, approval:admin-deactivate
// covers approval:admin-activate, job:carry-out-approvals, mail:admin-set-up, mail:two-factor-set
// covers mail:admin-password-set, mail:admin-new-sign-in, mail:admin-roles-changed
// covers mail:admin-deactivated, mail:admin-activated, mail:admin-suspended
import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { getAdminMe } from '#contract/admin.ts'
import { errorCodes } from '#contract/refusal.ts'
import { adminLogin } from '../../features/account/sign-in/admin-contract.ts'
import {
  activateAdmin,
  deactivateAdmin,
  exportAdminUsers,
  getAdminUser,
  inviteAdmin,
  listAdminUsers,
  resetAdmin,
  revokeAdminInvitation,
  setRoles,
  suspendAdmin,
} from '../../features/admin/admins/contract.ts'
import { openBrowser, unique } from './browser.ts'
import { tokenIn } from './mails.ts'
import { expectErrorCode, mails } from './people.ts'
import { place } from './place.ts'
import { setUpAdminBy, type Admin } from './set-up-admin.ts'
import { admin, approve, logInAdmin, newAdmin, requestOf } from './staff.ts'
import { passWaitingTime } from './time.ts'

const { call } = admin.browser
const reason = { reason: 'Moved to another team' }

function isLoggedIn({ browser }: Pick<Admin, 'browser'>): Promise<boolean> {
  return browser.call(getAdminMe, {}).then(
    () => true,
    () => false,
  )
}

test('an admin is added with two-person approval, sets up the account by the mailed link, and other admins are notified', async () => {
  const added = await newAdmin(['support'])
  await mails.next(added.email, /password of your .* admin account was set/)
  equal(await isLoggedIn(added), true)
  const params = { adminUserId: added.id }
  const { roles, grants } = await call(getAdminUser, { params })
  deepEqual([roles, grants.length], [['support'], 1])
  await logInAdmin(added)
  await mails.next(added.email, /New login/)
})

test('roles change once a second admin approves, and the admin is mailed', async () => {
  const changed = await newAdmin(['auditor'])
  const params = { adminUserId: changed.id }
  const { approval } = await requestOf(
    call(setRoles, { params, headers: {}, body: { roles: ['user_admin'] } }),
  )
  deepEqual((await changed.browser.call(getAdminMe, {})).roles, ['auditor'])
  await approve(approval.id)
  await mails.next(changed.email, /roles have changed/)
  deepEqual((await call(getAdminUser, { params })).roles, ['user_admin'])
})

test('an admin is reset once a second admin approves, and sets up the account again by the mailed link', async () => {
  const lost = await newAdmin(['support'])
  const params = { adminUserId: lost.id }
  const { approval } = await requestOf(call(resetAdmin, { params, body: reason }))
  equal((await approve(approval.id)).state, 'waiting')
  equal(await isLoggedIn(lost), true)
  await passWaitingTime(approval.id)
  const mail = await mails.next(lost.email, /Set up your .* admin account again/)
  const again = await setUpAdminBy(place.url, {
    email: lost.email,
    token: tokenIn(mail, 'admin/set-up'),
    password: 'Tall-Compass-42',
  })
  deepEqual([await isLoggedIn(lost), await isLoggedIn(again)], [false, true])
  await mails.next(lost.email, /Two-factor authentication is set up/)
})

test('an admin is deactivated and activated again, each once a second admin approves', async () => {
  const colleague = await newAdmin(['support'])
  const params = { adminUserId: colleague.id }
  const { approval } = await requestOf(call(deactivateAdmin, { params, body: reason }))
  equal(await isLoggedIn(colleague), true)
  await approve(approval.id)
  equal(await isLoggedIn(colleague), false)
  await mails.next(colleague.email, /admin account has been deactivated/)
  const { email, password } = colleague
  await expectErrorCode(
    errorCodes.userInactive,
    openBrowser(place.url).call(adminLogin, { body: { email, password } }),
  )
  const activation = await requestOf(call(activateAdmin, { params, body: reason }))
  await approve(activation.approval.id)
  await mails.next(colleague.email, /admin account has been activated/)
  equal(await isLoggedIn(await logInAdmin(colleague)), true)
})

test('an admin is locked out for a day, and the list of admins shows it', async () => {
  const suspended = await newAdmin(['auditor'])
  const params = { adminUserId: suspended.id }
  await call(suspendAdmin, { params, body: reason })
  equal(await isLoggedIn(suspended), false)
  await mails.next(suspended.email, /locked for a day/)
  const query = { q: suspended.email }
  equal((await call(listAdminUsers, { query }))[0]?.suspendedUntil === null, false)
  const file = (await call(exportAdminUsers, { query })) as Blob
  match(await file.text(), new RegExp(suspended.email))
})

test('the invitation of an admin is revoked', async () => {
  const email = `admin-${unique()}@portico.example`
  const name = { firstname: 'Joan', lastname: 'Clarke' }
  const { approval } = await requestOf(
    call(inviteAdmin, { body: { ...name, email, roles: ['auditor'], preferredLanguage: 'en' } }),
  )
  await approve(approval.id)
  const token = tokenIn(await mails.next(email, /our .* admin account/), 'admin/set-up')
  const [added] = await call(listAdminUsers, { query: { q: email } })
  const params = { adminUserId: added?.id ?? '' }
  equal((await call(revokeAdminInvitation, { params, body: reason })).invitation?.state, 'revoked')
  await expectErrorCode(errorCodes.invalidLink, setUpAdminBy(place.url, { email, token }))
})
