import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { all, common } from '#contract/refusal.ts'
import { makeLink, mailedToken } from '#domain/link.ts'
import { isCurrentPassword } from '#domain/password.ts'
import { db } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { mailbox } from '#test/mailbox.ts'
import { addUser, logIn, refusedWith, visitor, type Visitor } from '#test/people.ts'
import { startWorker } from '../../app/worker.ts'
import { login, verifyCode } from '../login/contract.ts'
import { changePassword, refusals } from './contract.ts'

const first = 'First-Harbour-1'
const second = 'Second-Harbour-2'
const word = (number: number) => `Harbour-number-${number}`

function change(
  browser: Visitor,
  oldPassword: string,
  newPassword: string,
  confirmPassword = newPassword,
) {
  return browser.call(changePassword, { body: { oldPassword, newPassword, confirmPassword } })
}

test('the owner is told by mail, in her language and time, and the deed is recorded without a secret', async () => {
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

test('AP-09 SC-07 a new password takes the place of the old one', async () => {
  const ada = await addUser({ password: first })
  await change(await logIn(ada), first, second)
  equal(await isCurrentPassword(db, ada.id, second), true)
  equal(await isCurrentPassword(db, ada.id, first), false)
})

test('every other session of hers ends, and this one goes on under a new cookie', async () => {
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
  equal(await thief.isLoggedIn(), false)
})

test('the answer brings the token that her next call needs', async () => {
  const laptop = await logIn(await addUser({ password: first }))
  await laptop.isLoggedIn()
  const body = JSON.stringify({ oldPassword: first, newPassword: second, confirmPassword: second })
  const { headers } = await laptop.fetch('/api/users/me')
  const answer = await put(laptop, body, headers)
  equal(answer.status, 200)
  equal((await put(laptop, body, headers)).status, 403)
  equal((await put(laptop, body, answer.headers)).status, 400)
})

function put(browser: Visitor, body: string, known: Headers): Promise<Response> {
  return browser.fetch('/api/users/me/password', {
    method: 'PUT',
    body,
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'XMLHttpRequest',
      'x-csrf-token': known.get('x-csrf-token') ?? '',
    },
  })
}

test('a login that waits for its code, and her other links, are void', async () => {
  const ada = await addUser({ password: first })
  const phone = await visitor()
  await phone.call(login, { body: { email: ada.email, password: first } })
  const about = { userId: ada.id, email: ada.email, madeBy: 'user' }
  const reset = await makeLink(db, { ...about, kind: 'reset-password' })
  const stop = await makeLink(db, { ...about, kind: 'log-me-out' })
  await change(await logIn(ada), first, second)
  await refusedWith(all.loginExpired, phone.call(verifyCode, { body: { otp: '000000' } }))
  equal(await mailedToken(db, reset), undefined)
  ok(await mailedToken(db, stop))
})

test('VA-12 ER-09 a wrong old password is refused at its field', async () => {
  const ada = await addUser({ password: first })
  const refusal = await refusedWith(
    refusals.wrongOldPassword,
    change(await logIn(ada), 'Wrong-Harbour-9', second),
  )
  deepEqual(refusal.faults, [{ code: all.wrongOldPassword, field: 'oldPassword' }])
  equal(await isCurrentPassword(db, ada.id, first), true)
  const [row] = await auditOf(ada.id)
  deepEqual([row?.action, row?.data], ['password_change_refused', { reason: 'old password' }])
})

test('LI-01 after five wrong old passwords in a row the right one is refused alike', async () => {
  const laptop = await logIn(await addUser({ password: first }))
  for (const number of [1, 2, 3, 4, 5]) {
    await refusedWith(all.wrongOldPassword, change(laptop, `Wrong-Harbour-${number}`, second))
  }
  await refusedWith(all.wrongOldPassword, change(laptop, first, second))
})

test('LI-01 of thirty wrong old passwords at once from one address ten are looked at', async () => {
  const laptop = await logIn(await addUser({ password: first }), { ipAddress: '203.0.113.9' })
  await laptop.isLoggedIn()
  const tries = Array.from({ length: 30 }, (_, number) =>
    change(laptop, `Wrong-Harbour-${number}`, second),
  )
  const answers = await Promise.allSettled(tries)
  const codes = answers.map((answer) => answer.status === 'rejected' && answer.reason.code)
  equal(codes.filter((code) => code === all.wrongOldPassword).length, 10)
  equal(codes.filter((code) => code === all.tooManyRequests).length, 20)
})

test('VA-03 ER-09 the present password and the four before it are refused', async () => {
  const laptop = await logIn(await addUser({ password: word(0) }))
  for (const number of [0, 1, 2, 3, 4]) await change(laptop, word(number), word(number + 1))
  const refusal = await refusedWith(all.recentPassword, change(laptop, word(5), word(5)))
  equal(refusal.faults[0]?.field, 'newPassword')
  await refusedWith(all.recentPassword, change(laptop, word(5), word(1)))
  await change(laptop, word(5), word(0))
})

test('VA-01 VA-02 VA-04 VA-05 ER-09 each rule is said by its own code at the new password', async () => {
  const ada = await addUser({ email: 'ada.lovelace+work@quay.example', password: first })
  const laptop = await logIn(ada)
  await refusedWith(all.tooShort, change(laptop, first, 'Harbour-100'))
  await refusedWith(all.notStrong, change(laptop, first, 'harbour-wall-1'))
  await refusedWith(all.personalPassword, change(laptop, first, 'My-Lovelace-House-1'))
  await refusedWith(all.commonPassword, change(laptop, first, 'P@ssw0rd-2026!'))
  const refusal = await refusedWith(all.notStrong, change(laptop, first, 'my-byron-house'))
  deepEqual(
    refusal.faults.map(({ field, rule }) => [field, rule]),
    [
      ['newPassword', 'noUppercase'],
      ['newPassword', 'noNumber'],
      ['newPassword', 'personalPassword'],
    ],
  )
})

test('VA-06 a special character at the start is refused on sign-up only', async () => {
  await change(await logIn(await addUser({ password: first })), first, '-Harbour-of-1843')
})

test('VA-07 ER-09 a confirmation that differs is said at its field', async () => {
  const laptop = await logIn(await addUser({ password: first }))
  const refusal = await refusedWith(
    all.passwordsDiffer,
    change(laptop, first, second, 'Second-Harbour-3'),
  )
  equal(refusal.faults[0]?.field, 'confirmPassword')
})

test('of twenty changes at once in one session exactly one succeeds, and the history is kept', async () => {
  const ada = await addUser({ password: first })
  const laptop = await logIn(ada)
  await laptop.isLoggedIn()
  const words = Array.from({ length: 20 }, (_, number) => `Harbour-number-${number}`)
  const answers = await Promise.allSettled(words.map((word) => change(laptop, first, word)))
  equal(answers.filter((answer) => answer.status === 'fulfilled').length, 1)
  const codes = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [(answer.reason as { code: number }).code] : [],
  )
  const known: number[] = [
    all.changedMeanwhile,
    all.notLoggedIn,
    all.wrongOldPassword,
    all.tooManyRequests,
  ]
  ok(
    codes.every((code) => known.includes(code)),
    String(codes),
  )
})

test('two sessions that change it at once: one stays, the other is over', async () => {
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

test('nobody changes a password without being logged in', async () => {
  await refusedWith(common.notLoggedIn, change(await visitor(), first, second))
})
