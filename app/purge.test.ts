import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { createLoginAttempt } from '#domain/login-attempt.ts'
import { recordPlatformSession } from '#domain/platform-session.ts'
import { db, row } from '#server/db.ts'
import { addUser, logIn } from '#test/people.ts'
import { older } from '#test/time.ts'
import { purgeExpired } from './purge.ts'

test('LI-03 an idle session is ended, and its platforms are to be notified', async () => {
  const ada = await addUser()
  await logIn(ada)
  const session = await row<{ id: string }>(db)`select id from sessions where user_id = ${ada.id}`
  const led = {
    sessionId: session?.id ?? '',
    userId: ada.id,
    clientId: 'hub',
    sid: 'sid',
    ipAddress: '192.0.2.1',
  }
  await recordPlatformSession(db, led)
  await older('sessions', ada.id, '15 minutes 1 second')
  const grace = await addUser()
  const laptop = await logIn(grace)
  await purgeExpired()
  equal(await row(db)`select id from sessions where user_id = ${ada.id}`, undefined)
  const told = await row<{ isEnded: boolean }>(db)`
    select ended_at is not null as is_ended from platform_sessions where user_id = ${ada.id}`
  equal(told?.isEnded, true)
  equal(await laptop.isLoggedIn(), true)
})

test('expired login attempts are deleted, the others are not', async () => {
  const ada = await addUser()
  const grace = await addUser()
  await createLoginAttempt(db, ada.id)
  await createLoginAttempt(db, grace.id)
  await older('login_attempts', ada.id, '11 minutes')
  await purgeExpired()
  equal(await row(db)`select id from login_attempts where user_id = ${ada.id}`, undefined)
  equal(
    (await row(db)`select id from login_attempts where user_id = ${grace.id}`) === undefined,
    false,
  )
})
