import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { checkLink } from '#contract/link.ts'
import { markOnboarded } from '#domain/accounts/user.ts'
import { db, rows } from '#server/db.ts'
import { mailbox } from '#test/mailbox.ts'
import { addUser, codeOf, visitor, type TestUser, type Visitor } from '#test/people.ts'
import { backdate, updateRows } from '#test/rows.ts'
import { startWorker } from '../../../app/worker.ts'
import { beginTwoFactor, confirmTwoFactor } from '../two-factor/contract.ts'
import { login, logout, verifyCode } from './contract.ts'

const cookie = 'portico-browser'
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:148.0) Gecko/20100101 Firefox/148.0'

/** Adds a user whose sign-up was completed some time ago. */
async function addOldUser(about: Parameters<typeof addUser>[0] = {}): Promise<TestUser> {
  const user = await addUser(about)
  await markOnboarded(db, user.id)
  return user
}

async function logIn(browser: Visitor, { id, email, password, secret }: TestUser): Promise<void> {
  await browser.call(login, { body: { email, password } })
  await browser.call(verifyCode, { body: { otp: codeOf(secret) } })
  await updateRows('second_factors', { userId: id }, { lastStep: 0 })
}

async function mailsTo({ email }: TestUser): Promise<string[]> {
  const mails = await rows<{ kind: string }>(db)`
    select kind from mails where to_address = ${email} order by id`
  return mails.map(({ kind }) => kind)
}

test('a login from an unknown browser sends a mail; the next one from there does not', async () => {
  const ada = await addOldUser()
  const laptop = await visitor()
  await logIn(laptop, ada)
  deepEqual(await mailsTo(ada), ['new-sign-in'])
  await laptop.call(logout, {})
  await logIn(laptop, ada)
  deepEqual(await mailsTo(ada), ['new-sign-in'])
  await logIn(await visitor(), ada)
  deepEqual(await mailsTo(ada), ['new-sign-in', 'new-sign-in'])
})

test('ST-08 EN-04 the mail has the time in the user’s time zone, browser, IP address and exactly one link', async () => {
  const worker = await startWorker()
  const ada = await addOldUser({ preferredLanguage: 'es' })
  await updateRows('users', { id: ada.id }, { timezone: 'Asia/Tokyo' })
  await logIn(await visitor({ userAgent: firefox, ipAddress: '203.0.113.9' }), ada)
  const mail = await mailbox.waitFor(ada.email, /Nuevo inicio de sesión/, 20_000)
  await worker.stop()
  match(mail.text, /Firefox en Windows/)
  match(mail.text, /203\.0\.113\.9/)
  match(mail.text, /\d{4}, \d\d:\d\d UTC\+9/)
  const [link = '', ...others] = mail.text.match(/https?:\/\/\S+/g) ?? []
  deepEqual(others, [])
  const token = /^http:\/\/localhost:8080\/log-me-out\/(\S+)$/.exec(link)?.[1] ?? ''
  const reply = await (await visitor()).call(checkLink, { body: { token } })
  equal(reply.kind, 'log-me-out')
  const hours = (Date.parse(reply.expiresAt) - Date.now()) / 3_600_000
  ok(hours > 23.9 && hours <= 24)
})

test('the login that completes a sign-up sends one mail, the welcome', async () => {
  const ada = await addUser({ hasSecondFactor: false })
  const laptop = await visitor()
  await laptop.call(login, { body: { email: ada.email, password: ada.password } })
  const { secret } = await laptop.call(beginTwoFactor, { body: {} })
  await laptop.call(confirmTwoFactor, { body: { otp: codeOf(secret) } })
  deepEqual(await mailsTo(ada), ['welcome'])
})

test('the cookie lasts 180 days, is HttpOnly, and survives a logout', async () => {
  const ada = await addOldUser()
  const laptop = await visitor()
  await laptop.call(login, { body: { email: ada.email, password: ada.password } })
  equal(laptop.cookies.has(cookie), false)
  const { headers } = await laptop.fetch('/api/csrf')
  const answer = await laptop.fetch('/api/users/login/verify-mfa', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'XMLHttpRequest',
      'x-csrf-token': headers.get('x-csrf-token') ?? '',
    },
    body: JSON.stringify({ otp: codeOf(ada.secret) }),
  })
  const cookieHeader =
    answer.headers.getSetCookie().find((text) => text.startsWith(`${cookie}=`)) ?? ''
  match(
    cookieHeader,
    /^portico-browser=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  await laptop.call(logout, {})
  equal(laptop.cookies.has(cookie), true)
})

test('the database stores only a hash of the cookie, and each login replaces the cookie', async () => {
  const ada = await addOldUser()
  const laptop = await visitor()
  await logIn(laptop, ada)
  const before = laptop.cookies.get(cookie) ?? ''
  const stored = await rows(db)`select token_hash::text as hash, id from known_browsers`
  equal(JSON.stringify(stored).includes(Buffer.from(before).toString('hex')), false)
  await logIn(laptop, ada)
  notEqual(laptop.cookies.get(cookie), before)
})

test("a copied cookie is invalid after the user's next login", async () => {
  const ada = await addOldUser()
  const laptop = await visitor()
  await logIn(laptop, ada)
  const thief = await visitor()
  thief.cookies.set(cookie, laptop.cookies.get(cookie) ?? '')
  await logIn(laptop, ada)
  await logIn(thief, ada)
  deepEqual(await mailsTo(ada), ['new-sign-in', 'new-sign-in'])
})

test('two users who share a browser are both known there, in any order of logins', async () => {
  const [ada, grace] = [await addOldUser(), await addOldUser()]
  const laptop = await visitor()
  for (const user of [ada, grace, ada, grace]) await logIn(laptop, user)
  deepEqual([await mailsTo(ada), await mailsTo(grace)], [['new-sign-in'], ['new-sign-in']])
})

test('a browser that was not used for 180 days is unknown again', async () => {
  const ada = await addOldUser()
  const laptop = await visitor()
  await logIn(laptop, ada)
  await backdate('known_browsers', { userId: ada.id }, { expiresAt: '181 days' })
  await logIn(laptop, ada)
  deepEqual(await mailsTo(ada), ['new-sign-in', 'new-sign-in'])
})
