// own process: sets SESSION_HOURS and other times of sessions
import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'

process.env['SESSION_IDLE_MINUTES'] = '5'
process.env['SESSION_HOURS'] = '1'
process.env['ADMIN_SESSION_IDLE_MINUTES'] = '4'
process.env['ADMIN_SESSION_HOURS'] = '2'
const { db, row } = await import('#server/db.ts')
const { addAdmin, addUser, logIn, logInAdmin } = await import('#test/people.ts')
const { backdate } = await import('#test/rows.ts')

test("LI-03 the SESSION_ variables set the idle timeouts and durations of users' and admins' sessions", async () => {
  const [ada, grace] = [await addUser(), await addAdmin()]
  const [laptop, desk] = [await logIn(ada), await logInAdmin(grace)]
  await backdate('sessions', { userId: ada.id }, '4 minutes')
  await backdate('admin_sessions', { adminId: grace.id }, '3 minutes')
  deepEqual([await laptop.isLoggedIn(), await desk.isLoggedIn()], [true, true])
  await backdate('sessions', { userId: ada.id }, '5 minutes 1 second')
  await backdate('admin_sessions', { adminId: grace.id }, '4 minutes 1 second')
  deepEqual([await laptop.isLoggedIn(), await desk.isLoggedIn()], [false, false])

  await logIn(ada)
  await logInAdmin(grace)
  const ends = await row<{ user: number; admin: number }>(db)`
    select (select max(extract(epoch from expires_at - created_at))::int from sessions) as user,
           (select max(extract(epoch from expires_at - created_at))::int from admin_sessions) as admin`
  deepEqual(ends, { user: 3_600, admin: 7_200 })
})

test('ST-01 the page contains the idle timeouts of both areas', async () => {
  const browser = await logIn(await addUser())
  const html = await (await browser.fetch('/login')).text()
  const [, json] = /<script[^>]* id="settings"[^>]*>(.*?)<\/script>/s.exec(html) ?? []
  deepEqual((JSON.parse(json ?? '{}') as { idleMinutes?: unknown }).idleMinutes, {
    user: 5,
    admin: 4,
  })
})
