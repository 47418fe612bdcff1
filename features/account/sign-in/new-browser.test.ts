import { equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { renderMail } from '#contract/mail.ts'
import { config } from '#server/config.ts'
import { errorCodes } from '#contract/refusal.ts'
import type { Mail } from '#domain/mail/mail.ts'
import { hashPassword, setPassword } from '#domain/credentials/password.ts'
import { db, rows } from '#server/db.ts'
import { enterAdminPassword } from '#test/logins.ts'
import { addAdmin, codeOf, logInAdmin, refusedWith, type TestUser, visitor } from '#test/people.ts'
import { updateRows } from '#test/rows.ts'
import { verifyAdminCode } from './admin-contract.ts'
import { composeAdminNewSignIn } from './email.ts'

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:148.0) Gecko/20100101 Firefox/148.0'

function mailsTo({ email }: TestUser): Promise<Mail[]> {
  return rows<Mail>(db)`
    select id, kind, to_address, user_id, language, data from mails
    where to_address = ${email} and kind = 'admin-new-sign-in' order by id`
}

test('a login of an admin in an unknown browser sends a mail; one in a known browser does not', async () => {
  const grace = await addAdmin()
  const laptop = await visitor({ userAgent: firefox, ipAddress: '203.0.113.31' })
  await logInAdmin(grace)
  equal((await mailsTo(grace)).length, 0, 'the first login')

  await enterAdminPassword(laptop, grace)
  await laptop.call(verifyAdminCode, { body: { otp: codeOf(grace.secret) } })
  equal((await mailsTo(grace)).length, 1)
  await updateRows('second_factors', { userId: grace.id }, { lastStep: 0 })
  await enterAdminPassword(laptop, grace)
  await laptop.call(verifyAdminCode, { body: { otp: codeOf(grace.secret) } })
  equal((await mailsTo(grace)).length, 1, 'the same browser')
})

test('SC-16 the mail is in the admin’s language, with time, browser and IP address, and without a link', async () => {
  const grace = await addAdmin()
  await logInAdmin(grace)
  await logInAdmin(grace, { userAgent: firefox, ipAddress: '203.0.113.32' })
  const [mail] = await mailsTo(grace)
  const content = await composeAdminNewSignIn({ ...mail!, language: 'ar' })
  const rendered = content && renderMail(content, config.brand)
  match(rendered?.html ?? '', /<html lang="ar" dir="rtl">/)
  match(rendered?.text ?? '', /Firefox/)
  match(rendered?.text ?? '', /Windows/)
  match(rendered?.text ?? '', /203\.0\.113\.32/)
  equal(/https?:/.test(rendered?.text ?? ''), false)
})

test('a new password of an admin ends logins begun with the old one', async () => {
  const grace = await addAdmin()
  const browser = await visitor()
  await enterAdminPassword(browser, grace)
  await setPassword(db, grace.id, await hashPassword('Second-Lighthouse-2'))
  const otp = codeOf(grace.secret)
  await refusedWith(errorCodes.loginExpired, browser.call(verifyAdminCode, { body: { otp } }))
})
