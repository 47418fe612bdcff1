import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { createCall } from '#contract/call.ts'
import { getMe } from '#contract/me.ts'
import { rememberReplacedToken } from '#domain/sessions/replaced-token.ts'
import { rotateSession } from '#domain/sessions/session.ts'
import { cookies } from '#server/cookies.ts'
import { db, row, scalar, transaction } from '#server/db.ts'
import { randomToken, tokenHash } from '#server/secret.ts'
import { enterCode, enterPassword } from '#test/logins.ts'
import { change, first, second } from '#test/password-changes.ts'
import { addAdmin, addUser, logIn, logInAdmin, visitor, type Visitor } from '#test/people.ts'
import { deleteRows, updateRows } from '#test/rows.ts'
import { backdateReplacedToken } from '#test/time.ts'
import { settleTimezone } from '../features/account/profile/contract.ts'
import { logout } from '../features/account/sign-in/contract.ts'

const me = '/api/users/me'
const body = { timezone: 'Europe/Paris' }
const tokenOf = (browser: Visitor) => browser.cookies.get(cookies.session) ?? ''

/** Returns the calls of a second tab, with the same cookies and its own CSRF token. */
function tabOf({ fetch }: Visitor) {
  return createCall({ fetch, base: (path) => `/api${path}` })
}

/** Returns a browser that still sends the former cookie, as a request does that was sent before a rotation. */
async function withFormerCookie(token: string): Promise<Visitor> {
  const formerBrowser = await visitor()
  formerBrowser.cookies.set(cookies.session, token)
  return formerBrowser
}

async function rotate(browser: Visitor): Promise<{ id: string; token: string }> {
  const token = tokenOf(browser)
  const session = await row<{ id: string }>(db)`
    select id from sessions where token_hash = ${tokenHash(token)}`
  const id = session?.id ?? ''
  const rotated = await transaction(db, (tx) => rotateSession(tx, { id, token }))
  browser.cookies.set(cookies.session, rotated?.token ?? '')
  return { id, token }
}

test('X22: 50 requests from two tabs during a rotation all succeed, and no tab is logged out', async () => {
  const ada = await addUser({ password: first })
  const browser = await logIn(ada)
  const [one, two] = [browser.call, tabOf(browser)]
  const before = tokenOf(browser)
  await Promise.all([one(settleTimezone, { body }), two(settleTimezone, { body })])

  const rotation = change(browser, first, second)
  const during = Array.from({ length: 50 }, (_, i) => (i % 2 ? one : two)(getMe, {}))
  await Promise.all([rotation, ...during])
  const formerBrowser = await withFormerCookie(before)
  const answers = await Promise.all(Array.from({ length: 50 }, () => formerBrowser.fetch(me)))
  for (const { status, headers } of answers) {
    deepEqual([status, headers.getSetCookie(), headers.get('x-csrf-token')], [200, [], null])
  }
  await Promise.all([one(settleTimezone, { body }), two(settleTimezone, { body })])
  equal(await browser.isLoggedIn(), true)
})

test('X22: a change that is in flight during a rotation is refused and repeated with the new cookie', async () => {
  const browser = await logIn(await addUser())
  await browser.call(settleTimezone, { body })
  const { token } = await rotate(browser)
  const formerBrowser = await withFormerCookie(token)
  const statuses: number[] = []
  // The first response belongs to a request with the former cookie, the others to the browser as it is now.
  const call = createCall({
    base: (path) => `/api${path}`,
    fetch: async (input, init) => {
      const sender = statuses.length < 2 ? formerBrowser : browser
      const answer = await sender.fetch(input, init)
      statuses.push(answer.status)
      return answer
    },
  })
  await call(settleTimezone, { body })
  deepEqual(statuses, [204, 403, 204, 200])
  equal(tokenOf(formerBrowser), token)
  equal(await browser.isLoggedIn(), true)
})

test('X22: the former token is invalid after 60 seconds and after the session ends', async () => {
  const browser = await logIn(await addUser())
  const { token } = await rotate(browser)
  const formerBrowser = await withFormerCookie(token)
  equal((await formerBrowser.fetch(me)).status, 200)
  await browser.call(logout, {})
  const ended = await formerBrowser.fetch(me)
  deepEqual([ended.status, ended.headers.getSetCookie()], [401, []])

  const other = await logIn(await addUser())
  const former = await rotate(other)
  await backdateReplacedToken(former.token, '61 seconds')
  const old = await withFormerCookie(former.token)
  equal((await old.fetch(me)).status, 401)
  equal(tokenOf(old), '')
  equal(await other.isLoggedIn(), true)
})

test('X22: a stale session cookie is deleted with the 401, and the cookies of a login stay', async () => {
  const browser = await withFormerCookie(randomToken())
  browser.cookies.set(cookies.loginAttempt, randomToken())
  const answer = await browser.fetch(me)
  equal(answer.status, 401)
  equal(browser.cookies.has(cookies.session), false)
  equal(browser.cookies.has(cookies.loginAttempt), true)
  await browser.call(logout, {})

  const account = await addAdmin()
  const admin = await logInAdmin(account)
  await deleteRows('admin_sessions', { adminId: account.id })
  equal(await admin.isLoggedIn(), false)
  equal(admin.cookies.size, 1)
})

test('X22: a response to the former cookie does not undo a login that replaces a session', async () => {
  const ada = await addUser()
  const browser = await logIn(await addUser())
  const former = tokenOf(browser)
  await enterPassword(browser, ada)
  await enterCode(browser, ada)
  const answer = await (await withFormerCookie(former)).fetch(me)
  deepEqual([answer.status, answer.headers.getSetCookie()], [401, []])
})

test('X22: a response to the former cookie does not undo a login that renews a session', async () => {
  const ada = await addUser()
  const browser = await logIn(ada)
  const former = tokenOf(browser)
  await enterPassword(browser, ada)
  await enterCode(browser, ada)
  const answer = await (await withFormerCookie(former)).fetch(me)
  deepEqual([answer.status, answer.headers.getSetCookie()], [200, []])
})

test('X22: a logout with the former cookie ends the session that has a new one', async () => {
  const browser = await logIn(await addUser())
  const { token, id } = await rotate(browser)
  await (await withFormerCookie(token)).call(logout, {})
  equal(await row(db)`select from sessions where id = ${id}`, undefined)
})

test('X22: a copy of the token from before a step-up is refused by calls that require a step-up', async () => {
  const admin = await logInAdmin(await addAdmin({ roles: ['auditor'] }))
  const path = '/api/admin/auditlogs/export'
  equal((await admin.fetch(path)).status, 200)
  const [name = '', token = ''] = [...admin.cookies].find(([each]) => /admin/.test(each)) ?? []
  const fresh = randomToken()
  const id = await scalar<string>(
    db,
  )`select id from admin_sessions where token_hash = ${tokenHash(token)}`
  await updateRows(
    'admin_sessions',
    { tokenHash: tokenHash(token) },
    { tokenHash: tokenHash(fresh) },
  )
  await transaction(db, (tx) => rememberReplacedToken(tx, { id: id ?? '', token }))
  equal((await admin.fetch('/api/admin/me')).status, 200)
  equal((await admin.fetch(path)).status, 403)
  admin.cookies.set(name, fresh)
  equal((await admin.fetch(path)).status, 200)
})
