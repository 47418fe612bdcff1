// covers command:admin, command:invite, command:erase-user, command:approve, mail:break-glass-used, mail:admin-changed-on-server
import { equal, match, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { getAdminMe } from '#contract/admin.ts'
import { adminLogin } from '../../features/account/sign-in/admin-contract.ts'
import { setUpAdmin } from '../../features/account/sign-up/contract.ts'
import { getApproval } from '../../features/admin/approvals/contract.ts'
import { deactivateUser, getUser, resetTwoFactor } from '../../features/admin/users/contract.ts'
import { openBrowser, unique } from './browser.ts'
import { command } from './command.ts'
import { firstPassword } from './credentials.ts'
import { isLoggedIn, join, mails, newUser } from './people.ts'
import { place } from './place.ts'
import { replaceByMailedLink } from './replacing-factors.ts'
import { setUpAdminBy } from './set-up-admin.ts'
import { admin, requestOf } from './staff.ts'
import { passWaitingTime } from './time.ts'

test('an operator adds an admin by a printed link, changes roles, resets and deactivates them', async () => {
  const email = `operator-${unique()}@portico.example`
  const name = ['--firstname', 'Mary', '--lastname', 'Ward']
  const added = await command(['admin', 'add', '--email', email, ...name, '--role', 'support'])
  await mails.next(admin.email, /changed on the server/, email)
  const account = await setUpAdminBy(place.url, { email, token: adminTokenIn(added) })
  await command(['admin', 'roles', '--email', email, '--role', 'auditor'])
  const { roles } = await account.browser.call(getAdminMe, {})
  equal(roles.join(), 'auditor')
  match(await command(['admin', 'list']), new RegExp(`${email}.*auditor`))

  await command(['admin', 'deactivate', '--email', email])
  await rejects(account.browser.call(getAdminMe, {}))
  await command(['admin', 'activate', '--email', email])
  const reset = await command(['admin', 'reset', '--email', email])
  const browser = openBrowser(place.url)
  await rejects(browser.call(adminLogin, { body: { email, password: firstPassword } }))
  const password = 'Tall-Compass-42'
  const token = adminTokenIn(reset)
  await browser.call(setUpAdmin, { body: { token, password, confirmPassword: password } })
  equal((await browser.call(adminLogin, { body: { email, password } })).next, 'configure-mfa')
})

test('an operator invites a user by a printed link, and erases a deactivated user', async () => {
  const email = `invited-${unique()}@harbour.example`
  const name = ['--firstname', 'Ada', '--lastname', 'Byron', '--company', `Company ${unique()}`]
  const args = ['invite', '--email', email, ...name, '--subsystems', 'onboarding']
  const printed = await command(args)
  const [, token = ''] = /sign-up\/([\w-]+)/.exec(printed) ?? []
  const user = await join({ email, token, companyId: '' })
  equal(await isLoggedIn(user.browser), true)

  const params = { id: user.id }
  await admin.browser.call(deactivateUser, { params, body: { reason: 'Left the company' } })
  await command(['erase-user', '--email', email, '--reason', 'Asked for it'])
  await rejects(admin.browser.call(getUser, { params }), { code: 404001 })
})

test('an operator approves a request without a second admin, and every super admin is emailed', async () => {
  const user = await newUser()
  const body = { reason: 'Lost the phone; called back on the office number' }
  const { approval } = await requestOf(
    admin.browser.call(resetTwoFactor, { params: { id: user.id }, body }),
  )
  const mark = unique()
  await command(['approve', approval.id, '--break-glass', `The second admin is on leave: ${mark}`])
  await mails.next(admin.email, /approved a request alone|break/i, mark)
  const params = { id: approval.id }
  equal((await admin.browser.call(getApproval, { params })).state, 'waiting')
  await passWaitingTime(approval.id)
  await replaceByMailedLink(user)
})

function adminTokenIn(text: string): string {
  return /admin\/set-up\/([\w-]+)/.exec(text)?.[1] ?? ''
}
