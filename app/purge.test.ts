import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { beginLoginAttempt } from '#domain/login-attempt.ts'
import { rememberPlatform } from '#domain/platform-session.ts'
import { db, row, sql } from '#server/db.ts'
import { addUser, logIn } from '#test/people.ts'
import { older } from '#test/time.ts'
import { tidy } from './purge.ts'

test('LI-03 a session that was left idle is ended, and the platforms that it led to are to be told', async () => {
  const ada = await addUser()
  await logIn(ada)
  const session = await row<{ id: string }>(
    db,
    sql`select id from sessions where user_id = ${ada.id}`,
  )
  const led = {
    sessionId: session?.id ?? '',
    userId: ada.id,
    clientId: 'hub',
    sid: 'sid',
    ipAddress: '192.0.2.1',
  }
  await rememberPlatform(db, led)
  await older('sessions', ada.id, '15 minutes 1 second')
  const grace = await addUser()
  const laptop = await logIn(grace)
  await tidy()
  equal(await row(db, sql`select id from sessions where user_id = ${ada.id}`), undefined)
  const told = await row<{ isEnded: boolean }>(
    db,
    sql`select ended_at is not null as is_ended from platform_sessions where user_id = ${ada.id}`,
  )
  equal(told?.isEnded, true)
  equal(await laptop.isLoggedIn(), true)
})

test('login attempts that have expired are forgotten, the others are not', async () => {
  const ada = await addUser()
  const grace = await addUser()
  await beginLoginAttempt(db, ada.id)
  await beginLoginAttempt(db, grace.id)
  await older('login_attempts', ada.id, '11 minutes')
  await tidy()
  equal(await row(db, sql`select id from login_attempts where user_id = ${ada.id}`), undefined)
  equal(
    (await row(db, sql`select id from login_attempts where user_id = ${grace.id}`)) === undefined,
    false,
  )
})
