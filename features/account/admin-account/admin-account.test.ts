import { deepEqual, equal, notEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { getAdminAccount, stepUp } from '#contract/admin.ts'
import { errorCodes } from '#contract/refusal.ts'
import { beginAdminStepUp } from '#contract/step-up.ts'
import type { Mail } from '#domain/mail/mail.ts'
import { db, row, scalars } from '#server/db.ts'
import { adminCookies } from '#server/cookies.ts'
import { giveAdminPasskey } from '#test/passkeys.ts'
import { addAdmin, codeOf, logInAdmin, refusedWith, type TestUser } from '#test/people.ts'
import { composePasswordChanged } from '../password/email.ts'
import * as contract from './contract.ts'

const fresh = { newPassword: 'Second-Harbour-2', confirmPassword: 'Second-Harbour-2' }

const mailsTo = ({ id }: TestUser) =>
  scalars<string>(db)`select kind from mails 
  where user_id = ${id} and kind <> 'admin-new-sign-in' order by created_at`

async function passwordMail({ id }: TestUser) {
  const mail = await row<Mail>(db)`
    select id, kind, to_address, user_id, language, data from mails
    where user_id = ${id} and kind = 'password-changed'`
  ok(mail)
  return composePasswordChanged(mail)
}

test('an admin changes the language of their mails; the audit log records the old and the new language', async () => {
  const grace = await addAdmin()
  const browser = await logInAdmin(grace)
  const choose = (preferredLanguage: 'ar' | 'fr') =>
    browser.call(contract.changeAdminLanguage, { body: { preferredLanguage } })
  await choose('ar')
  await choose('ar')
  await choose('fr')
  equal((await browser.call(getAdminAccount, {})).preferredLanguage, 'fr')
  deepEqual(
    await scalars(db)`
      select data from audit_log where actor_id = ${grace.id} and action = 'profile_changed' order by id`,
    [
      { before: { preferredLanguage: 'en' }, after: { preferredLanguage: 'ar' } },
      { before: { preferredLanguage: 'ar' }, after: { preferredLanguage: 'fr' } },
    ],
  )
})

test("an admin's account lists their sessions, the current one first, and shows which second factors are set up", async () => {
  const grace = await addAdmin()
  await logInAdmin(grace, { ipAddress: '203.0.113.8' })
  const browser = await logInAdmin(grace)
  const sessions = await browser.call(contract.listAdminSessions, {})
  deepEqual(
    sessions.map(({ ipAddress, current }) => [ipAddress, current]),
    [
      ['192.0.2.1', true],
      ['203.0.113.8', false],
    ],
  )
  const { hasPassword, email, mfa } = await browser.call(getAdminAccount, {})
  deepEqual([hasPassword, email], [true, grace.email])
  deepEqual([mfa.totp, mfa.disabled, mfa.recoveryCodesLeft, mfa.passkeys], [true, false, 0, 0])
})

test('an admin can end one session or all others, but no session of another admin', async () => {
  const [grace, mary] = [await addAdmin(), await addAdmin()]
  const [laptop, phone, foreign] = [
    await logInAdmin(grace),
    await logInAdmin(grace),
    await logInAdmin(mary),
  ]
  const sessions = await foreign.call(contract.listAdminSessions, {})
  for (const id of [sessions[0]!.id, 'no id']) {
    const ending = laptop.call(contract.endAdminSession, { params: { id }, body: {} })
    await refusedWith(errorCodes.notFound, ending)
  }
  ok(await foreign.isLoggedIn())
  deepEqual(await laptop.call(contract.endOtherAdminSessions, { body: {} }), { ended: 1 })
  equal(await phone.isLoggedIn(), false)
  const own = (await laptop.call(contract.listAdminSessions, {}))[0]!
  await laptop.call(contract.endAdminSession, { params: { id: own.id }, body: {} })
  equal(await laptop.isLoggedIn(), false)
})

test('changing the password, recovery codes or authenticator requires a step-up in the last five minutes', async () => {
  const grace = await addAdmin()
  const browser = await logInAdmin(grace, { hasRecentStepUp: false })
  const body = { oldPassword: grace.password, ...fresh }
  for (const change of [
    () => browser.call(contract.changeAdminPassword, { body }),
    () => browser.call(contract.renewAdminCodes, { body: {} }),
    () => browser.call(contract.beginAdminReplacement, { body: {} }),
    () => browser.call(contract.confirmAdminReplacement, { body: { otp: '123456' } }),
  ])
    await refusedWith(errorCodes.stepUpRequired, change())
})

test("a password change ends the other sessions, replaces this session's token, and mails the admin", async () => {
  const grace = await addAdmin()
  const [laptop, phone] = [await logInAdmin(grace), await logInAdmin(grace)]
  const before = laptop.cookies.get(adminCookies.session)
  const wrong = { oldPassword: 'Wrong-Harbour-1', ...fresh }
  const change = (body: typeof wrong) => laptop.call(contract.changeAdminPassword, { body })
  await refusedWith(errorCodes.wrongOldPassword, change(wrong))
  await change({ ...wrong, oldPassword: grace.password })
  equal(await phone.isLoggedIn(), false)
  ok(await laptop.isLoggedIn())
  notEqual(laptop.cookies.get(adminCookies.session), before)
  deepEqual(await mailsTo(grace), ['password-changed'])
  equal((await passwordMail(grace))?.link, undefined)
  const again = { oldPassword: fresh.newPassword, ...fresh }
  await refusedWith(errorCodes.recentPassword, change(again))
})

test('the first code of a new authenticator replaces the old one and ends the other sessions', async () => {
  const grace = await addAdmin()
  const [laptop, phone] = [await logInAdmin(grace), await logInAdmin(grace)]
  const { secret } = await laptop.call(contract.beginAdminReplacement, { body: {} })
  const confirm = (otp: string, browser = laptop) =>
    browser.call(contract.confirmAdminReplacement, { body: { otp } })
  await refusedWith(errorCodes.wrongCode, confirm('000000'))
  await refusedWith(errorCodes.loginExpired, confirm(codeOf(secret), phone))
  const { recoveryCodes } = await confirm(codeOf(secret))
  equal(recoveryCodes.length, 10)
  equal(await phone.isLoggedIn(), false)
  ok(await laptop.isLoggedIn())
  deepEqual(await mailsTo(grace), ['two-factor-set'])
  await refusedWith(errorCodes.loginExpired, confirm(codeOf(secret)))
  equal((await laptop.call(getAdminAccount, {})).mfa.recoveryCodesLeft, 10)
})

test('the audit log names the method of the step-up before a replacement: a code or a passkey', async () => {
  const grace = await addAdmin()
  const authenticator = await giveAdminPasskey(grace)
  const laptop = await logInAdmin(grace, { hasRecentStepUp: false })
  const begin = () => laptop.call(contract.beginAdminReplacement, { body: {} })
  await laptop.call(stepUp, { body: { otp: codeOf(grace.secret) } })
  await begin()
  const options = await laptop.call(beginAdminStepUp, { body: {} })
  await laptop.call(stepUp, { body: { passkey: authenticator.assert(options) } })
  const { secret } = await begin()
  await laptop.call(contract.confirmAdminReplacement, { body: { otp: codeOf(secret) } })
  const methods = await scalars<string>(db)`
    select data ->> 'method' from audit_log
    where actor_id = ${grace.id} and action in ('second_factor_reset_begun', 'second_factor_reset') order by id`
  deepEqual(methods, ['otp', 'passkey', 'passkey'])
})

test('exactly one of four concurrent confirmations of a new authenticator succeeds', async () => {
  const grace = await addAdmin()
  const laptop = await logInAdmin(grace)
  const { secret } = await laptop.call(contract.beginAdminReplacement, { body: {} })
  const body = { otp: codeOf(secret) }
  const attempts = await Promise.allSettled(
    Array.from({ length: 4 }, () => laptop.call(contract.confirmAdminReplacement, { body })),
  )
  equal(attempts.filter(({ status }) => status === 'fulfilled').length, 1)
})
