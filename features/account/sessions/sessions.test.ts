import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { commonErrors } from '#contract/refusal.ts'
import { auditOf } from '#test/audit.ts'
import { addUser, logIn, refusedWith, visitor } from '#test/people.ts'
import { ago, backdate, updateRows } from '#test/rows.ts'
import { reportSession, endOthers, endSession, listSessions } from './contract.ts'

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:148.0) Gecko/20100101 Firefox/148.0'

test('EN-03 AP-15 SC-08 sessions are listed with browser, IP address and login time, the current session first', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  await logIn(ada, { userAgent: firefox, ipAddress: '198.51.100.7' })
  const [current, other] = await laptop.call(listSessions, {})
  deepEqual([current?.current, other?.current], [true, false])
  deepEqual([other?.browser, other?.ipAddress], ['Firefox on Windows', '198.51.100.7'])
  equal(Date.now() - Date.parse(other?.loginTime ?? '') < 60_000, true)
})

test('AP-15 a user ends one session from another, and ending it again answers 404', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  const phone = await logIn(ada)
  const id = (await phone.call(listSessions, {})).find((session) => session.current)?.id ?? ''
  await laptop.call(endSession, { params: { id }, body: {} })
  equal(await phone.isLoggedIn(), false)
  equal(await laptop.isLoggedIn(), true)
  await refusedWith(commonErrors.notFound, laptop.call(endSession, { params: { id }, body: {} }))
})

test("ending another user's session, an unknown session or an invalid id answers 404", async () => {
  const laptop = await logIn(await addUser())
  const stranger = await logIn(await addUser())
  const [own] = await stranger.call(listSessions, {})
  for (const id of [own?.id ?? '', '01900000-0000-7000-8000-000000000000', 'nothing', "' or 1=1"]) {
    await refusedWith(commonErrors.notFound, laptop.call(endSession, { params: { id }, body: {} }))
  }
  equal(await stranger.isLoggedIn(), true)
})

test('LI-03 a session expires after 15 minutes without use', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  await backdate('sessions', { userId: ada.id }, '14 minutes')
  equal(await laptop.isLoggedIn(), true)
  await backdate('sessions', { userId: ada.id }, '14 minutes')
  equal(await laptop.isLoggedIn(), true)
  await backdate('sessions', { userId: ada.id }, '15 minutes 1 second')
  equal(await laptop.isLoggedIn(), false)
})

test('LI-03 a session expires after 12 hours even if it is in use', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  for (let quarter = 0; quarter < 51; quarter += 1) {
    await backdate('sessions', { userId: ada.id }, '14 minutes')
    equal(await laptop.isLoggedIn(), true)
  }
  await backdate('sessions', { userId: ada.id }, '7 minutes')
  equal(await laptop.isLoggedIn(), false)
})

test('ST-01 each response contains the expiry of the session, which a background call does not extend', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  await backdate('sessions', { userId: ada.id }, '10 minutes')
  const ask = async (headers: Record<string, string>) => {
    const answer = await laptop.fetch('/api/users/me', { headers })
    return Number(answer.headers.get('x-session-expires')) - Date.now() / 1000
  }
  equal(Math.round((await ask({ 'x-background': '1' })) / 60), 5)
  equal(Math.round((await ask({})) / 60), 15)
})

test('ST-06 the next call of a deactivated user is logged out', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  await updateRows('users', { id: ada.id }, { active: false })
  equal(await laptop.isLoggedIn(), false)
})

test('SC-08 ending all other sessions returns their number', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  const others = [await logIn(ada), await logIn(ada), await logIn(ada)]
  const stranger = await logIn(await addUser())
  deepEqual(await laptop.call(endOthers, { body: {} }), { ended: 3 })
  for (const browser of others) equal(await browser.isLoggedIn(), false)
  deepEqual([await laptop.isLoggedIn(), await stranger.isLoggedIn()], [true, true])
  deepEqual(await laptop.call(endOthers, { body: {} }), { ended: 0 })
  const rows = (await auditOf(ada.id)).filter((row) => row.action === 'other_sessions_ended')
  deepEqual(
    rows.map((row) => row.data),
    [{ ended: 3 }],
  )
})

test('two sessions that concurrently end all others do not deadlock', async () => {
  const ada = await addUser()
  const browsers = [await logIn(ada), await logIn(ada)]
  const answers = await Promise.allSettled(
    browsers.map((browser) => browser.call(endOthers, { body: {} })),
  )
  equal(
    answers.some((answer) => answer.status === 'fulfilled'),
    true,
  )
})

test('listing and ending sessions require a login', async () => {
  const stranger = await visitor()
  await refusedWith(commonErrors.notLoggedIn, stranger.call(listSessions, {}))
  await refusedWith(
    commonErrors.notLoggedIn,
    stranger.call(endSession, { params: { id: 'x' }, body: {} }),
  )
  await refusedWith(commonErrors.notLoggedIn, stranger.call(endOthers, { body: {} }))
  await refusedWith(
    commonErrors.notLoggedIn,
    stranger.call(reportSession, { params: { id: 'x' }, body: {} }),
  )
})

test('S1: LI-03 a background call in a timed-out session is rejected', async () => {
  const [idle, old] = [await addUser(), await addUser()]
  const [laptop, phone] = [await logIn(idle), await logIn(old)]
  await updateRows('sessions', { userId: idle.id }, { lastSeenAt: ago('16 minutes') })
  await updateRows('sessions', { userId: old.id }, { expiresAt: ago('1 second') })
  for (const browser of [laptop, phone]) {
    for (const path of ['/api/users/me', '/api/users/sessions']) {
      equal((await browser.fetch(path, { headers: { 'x-background': '1' } })).status, 401, path)
    }
  }
})
