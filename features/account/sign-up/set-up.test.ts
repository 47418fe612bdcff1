import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { renderMail } from '#contract/mail.ts'
import { config } from '#server/config.ts'
import { checkLink } from '#contract/link.ts'
import { errorCodes, commonErrors } from '#contract/refusal.ts'
import { findAdmin, findAdminByEmail } from '#domain/accounts/admin.ts'
import { mailedToken } from '#domain/sign-in/link.ts'
import type { Mail } from '#domain/mail/mail.ts'
import { db, row, transaction } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { addAdmin, logInAdmin, refusedWith, visitor } from '#test/people.ts'
import { backdate, updateRows } from '#test/rows.ts'
import { adminLogin } from '../sign-in/admin-contract.ts'
import { inviteAdmin, resetAdmin } from '../../admin/admins/invite-admin.ts'
import { confirmPasswordReset } from '../password/contract.ts'
import { checkSetUpLink, setUpAdmin } from './contract.ts'
import { composeAdminPasswordSet, composeAdminSetUp } from './email.ts'

const password = 'First-Lighthouse-1'
let count = 0

async function inviteJoan(): Promise<{ id: string; email: string; token: string }> {
  count += 1
  const email = `new${count}@portico.example`
  const joan = { email, firstname: 'Joan', lastname: 'Clarke', preferredLanguage: 'en' as const }
  const added = await transaction(db, (tx) =>
    inviteAdmin(tx, { kind: 'system' }, { ...joan, roles: ['auditor'] }),
  )
  const token = await mailedToken(db, added?.linkId ?? '')
  return { id: added?.adminId ?? '', email, token: token ?? '' }
}

function requestWith(token: string, newPassword = password) {
  return { body: { token, password: newPassword, confirmPassword: newPassword } }
}

test('a new admin sets a password by the link, and logs in to set up the authenticator', async () => {
  const { id, email, token } = await inviteJoan()
  const browser = await visitor()
  deepEqual(await browser.call(checkSetUpLink, { body: { token } }), {
    email,
    firstname: 'Joan',
    lastname: 'Clarke',
  })
  await browser.call(setUpAdmin, requestWith(token))
  deepEqual(await browser.call(adminLogin, { body: { email, password } }), {
    next: 'configure-mfa',
  })
  await refusedWith(errorCodes.invalidLink, browser.call(setUpAdmin, requestWith(token)))
  deepEqual(
    (await auditOf(id)).map(({ action }) => action),
    ['admin_added', 'admin_set_up'],
  )
})

test('exactly one of five concurrent calls with one link sets the password', async () => {
  const { token } = await inviteJoan()
  const browsers = await Promise.all(Array.from({ length: 5 }, () => visitor()))
  const results = await Promise.allSettled(
    browsers.map((browser) => browser.call(setUpAdmin, requestWith(token))),
  )
  equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('LI-04 the link works for 24 hours, and a newer one voids it', async () => {
  const late = await inviteJoan()
  await backdate('one_time_links', { userId: late.id }, '24 hours')
  const browser = await visitor()
  await refusedWith(errorCodes.invalidLink, browser.call(setUpAdmin, requestWith(late.token)))

  const first = await inviteJoan()
  const admin = await findAdmin(db, first.id)
  if (admin) await transaction(db, (tx) => resetAdmin(tx, { kind: 'system' }, admin))
  await refusedWith(
    errorCodes.invalidLink,
    browser.call(checkSetUpLink, { body: { token: first.token } }),
  )
})

test('the link is invalid in the partner area, and an unknown token is invalid here', async () => {
  const { token } = await inviteJoan()
  const browser = await visitor()
  await refusedWith(errorCodes.invalidLink, browser.call(checkLink, { body: { token } }))
  await refusedWith(errorCodes.invalidLink, browser.call(confirmPasswordReset, requestWith(token)))
  await refusedWith(errorCodes.invalidLink, browser.call(setUpAdmin, requestWith('x'.repeat(43))))
})

test('VA-01 an admin’s password follows the same rules as a user’s', async () => {
  const { token } = await inviteJoan()
  const browser = await visitor()
  for (const [newPassword, code] of [
    ['Short-1', errorCodes.tooShort],
    ['only-lower-case-1', errorCodes.notStrong],
    ['Password-2026!', errorCodes.commonPassword],
    ['Clarke-Lighthouse-1', errorCodes.personalPassword],
  ] as const) {
    await refusedWith(code, browser.call(setUpAdmin, requestWith(token, newPassword)))
  }
  const body = { token, password, confirmPassword: 'Second-Lighthouse-2' }
  await refusedWith(errorCodes.passwordsDiffer, browser.call(setUpAdmin, { body }))
  await refusedWith(
    commonErrors.invalidInput,
    browser.call(setUpAdmin, { body: { ...body, token: '' } }),
  )
})

test('after a reset the old password is rejected', async () => {
  const grace = await addAdmin({ password })
  const admin = await findAdminByEmail(db, grace.email)
  const reset = admin && (await transaction(db, (tx) => resetAdmin(tx, { kind: 'system' }, admin)))
  const token = (await mailedToken(db, reset?.linkId ?? '')) ?? ''
  await refusedWith(
    errorCodes.recentPassword,
    (await visitor()).call(setUpAdmin, requestWith(token)),
  )
})

test('setting a password by the link ends the admin’s sessions', async () => {
  const grace = await addAdmin()
  const admin = await findAdminByEmail(db, grace.email)
  const reset = admin && (await transaction(db, (tx) => resetAdmin(tx, { kind: 'system' }, admin)))
  const open = await logInAdmin(grace)
  const token = (await mailedToken(db, reset?.linkId ?? '')) ?? ''
  await (await visitor()).call(setUpAdmin, requestWith(token, 'Second-Lighthouse-2'))
  equal(await open.isLoggedIn(), false)
})

test('a deactivated admin cannot use the link', async () => {
  const { id, token } = await inviteJoan()
  await updateRows('admins', { id }, { active: false })
  const browser = await visitor()
  await refusedWith(errorCodes.userInactive, browser.call(setUpAdmin, requestWith(token)))
  equal((await auditOf(id)).at(-1)?.action, 'admin_set_up_refused')
})

test('an IP address is rate-limited after a hundred unknown tokens', async () => {
  const browser = await visitor()
  const { token } = await inviteJoan()
  for (let number = 0; number < 100; number += 1) {
    await refusedWith(
      errorCodes.invalidLink,
      browser.call(checkSetUpLink, { body: { token: `made-up-${number}` } }),
    )
  }
  await refusedWith(errorCodes.tooManyRequests, browser.call(checkSetUpLink, { body: { token } }))
})

test('SC-16 the mail is in the admin’s language, with exactly one link', async () => {
  const { id } = await inviteJoan()
  const mail = await row<{
    id: string
    data: Record<string, string>
    toAddress: string
    userId: string
  }>(db)`select id, data, to_address, user_id from mails where user_id = ${id}`
  const content = await composeAdminSetUp({ ...mail!, kind: 'admin-set-up', language: 'fr' })
  const rendered = content && renderMail(content, config.brand)
  match(rendered?.subject ?? '', /compte administrateur/)
  equal(rendered?.text.match(/https?:\/\//g)?.length, 1)
  match(rendered?.text ?? '', /\/admin\/set-up\/[\w-]{43}\n/)
  equal(rendered?.html.match(/<a /g)?.length, 1)
})

test('SC-16 setting the password by the link sends a mail with the IP address in the admin’s language', async () => {
  const { id, token } = await inviteJoan()
  const browser = await visitor({ ipAddress: '203.0.113.7' })
  await browser.call(setUpAdmin, requestWith(token))
  const mail = await row<Mail>(db)`
    select id, kind, to_address, user_id, language, data from mails
    where user_id = ${id} and kind = 'admin-password-set'`
  ok(mail)
  const content = await composeAdminPasswordSet({ ...mail, language: 'ar' })
  const rendered = content && renderMail(content, config.brand)
  match(rendered?.html ?? '', /dir="rtl"/)
  match(rendered?.text ?? '', /203\.0\.113\.7/)
  equal(/https?:/.test(rendered?.text ?? ''), false)
  equal(rendered?.text.includes(token), false)
})
