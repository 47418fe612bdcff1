import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import { createLink, mailedToken } from '#domain/sign-in/link.ts'
import { findMatchingPassword } from '#test/matching-password.ts'
import { db } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { mailbox } from '#test/mailbox.ts'
import { addUser, logIn, refusedWith, visitor, type Visitor } from '#test/people.ts'
import { change, first, second } from '#test/password-changes.ts'
import { backdateReplacedToken } from '#test/time.ts'
import { startWorker } from '../../../app/worker.ts'
import { login, verifyCode } from '../sign-in/contract.ts'

test('a password change mails the user in their language and time zone, and the audit log contains no password', async () => {
  const worker = await startWorker()
  const mona = await addUser({ password: first, preferredLanguage: 'ar', firstname: 'منى' })
  const laptop = await logIn(mona, { ipAddress: '198.51.100.7' })
  await logIn(mona)
  await change(laptop, first, second)
  const mail = await mailbox.waitFor(mona.email, /تم تغيير كلمة مرورك/, 20_000)
  await worker.stop()
  match(mail.html, /<html lang="ar" dir="rtl">/)
  match(mail.text, /198\.51\.100\.7/)
  equal([...mail.text.matchAll(/https?:/g)].length, 1)
  const [row] = await auditOf(mona.id)
  deepEqual([row?.action, row?.data], ['password_changed', { endedSessions: 1 }])
  ok(!JSON.stringify(row).includes(second))
})

test('AP-09 SC-07 a new password replaces the old one', async () => {
  const ada = await addUser({ password: first })
  await change(await logIn(ada), first, second)
  ok(await findMatchingPassword(db, ada.id, second))
  equal(await findMatchingPassword(db, ada.id, first), undefined)
})

test('a password change ends every other session and renews the cookie of this one', async () => {
  const ada = await addUser({ password: first })
  const laptop = await logIn(ada)
  const phone = await logIn(ada)
  const before = laptop.cookies.get('portico') ?? ''
  await change(laptop, first, second)
  equal(await laptop.isLoggedIn(), true)
  equal(await phone.isLoggedIn(), false)
  notEqual(laptop.cookies.get('portico'), before)
  const thief = await visitor()
  thief.cookies.set('portico', before)
  await backdateReplacedToken(before, '1 minute')
  equal(await thief.isLoggedIn(), false)
})

test('the response to a password change contains the CSRF token for the next call', async () => {
  const laptop = await logIn(await addUser({ password: first }))
  await laptop.isLoggedIn()
  const body = JSON.stringify({ oldPassword: first, newPassword: second, confirmPassword: second })
  const { headers } = await laptop.fetch('/api/users/me')
  const answer = await put(laptop, body, headers)
  equal(answer.status, 200)
  equal((await put(laptop, body, headers)).status, 403)
  equal((await put(laptop, body, answer.headers)).status, 400)
})

function put(browser: Visitor, body: string, responseHeaders: Headers): Promise<Response> {
  return browser.fetch('/api/users/me/password', {
    method: 'PUT',
    body,
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'XMLHttpRequest',
      'x-csrf-token': responseHeaders.get('x-csrf-token') ?? '',
    },
  })
}

test("a password change voids a pending login and the user's other links, except log-me-out", async () => {
  const ada = await addUser({ password: first })
  const phone = await visitor()
  await phone.call(login, { body: { email: ada.email, password: first } })
  const about = { userId: ada.id, email: ada.email, createdBy: 'user' }
  const reset = await createLink(db, { ...about, kind: 'reset-password' })
  const stop = await createLink(db, { ...about, kind: 'log-me-out' })
  await change(await logIn(ada), first, second)
  await refusedWith(errorCodes.loginExpired, phone.call(verifyCode, { body: { otp: '000000' } }))
  equal(await mailedToken(db, reset), undefined)
  ok(await mailedToken(db, stop))
})

test('exactly one of twenty concurrent changes in one session succeeds', async () => {
  const ada = await addUser({ password: first })
  const laptop = await logIn(ada)
  await laptop.isLoggedIn()
  const passwords = Array.from({ length: 20 }, (_, number) => `Harbour-number-${number}`)
  const answers = await Promise.allSettled(
    passwords.map((password) => change(laptop, first, password)),
  )
  equal(answers.filter((answer) => answer.status === 'fulfilled').length, 1)
  const codes = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [(answer.reason as { code: number }).code] : [],
  )
  const expected: number[] = [
    errorCodes.changedMeanwhile,
    errorCodes.notLoggedIn,
    errorCodes.wrongOldPassword,
    errorCodes.tooManyRequests,
  ]
  ok(
    codes.every((code) => expected.includes(code)),
    String(codes),
  )
})

test('of two sessions that change the password concurrently one stays logged in and the other ends', async () => {
  const ada = await addUser({ password: first })
  const browsers = [await logIn(ada), await logIn(ada)]
  for (const browser of browsers) await browser.isLoggedIn()
  const answers = await Promise.allSettled(
    browsers.map((browser, number) => change(browser, first, `Harbour-number-${number}`)),
  )
  equal(answers.filter((answer) => answer.status === 'fulfilled').length, 1)
  const alive = await Promise.all(browsers.map((browser) => browser.isLoggedIn()))
  deepEqual(
    alive,
    answers.map((answer) => answer.status === 'fulfilled'),
  )
})
