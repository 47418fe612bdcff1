// own process: ends all sessions
import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { getAdminMe } from '#contract/admin.ts'
import { checkLink } from '#contract/link.ts'
import { getMe } from '#contract/me.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { config } from '#server/config.ts'
import { createPool, db, row, scalars } from '#server/db.ts'
import { enterCode, enterPassword } from '#test/logins.ts'
import {
  addAdmin,
  addPlatform,
  addUser,
  createMailedToken,
  logIn,
  logInAdmin,
  refusedWith,
  visitor,
  type TestUser,
  type Visitor,
} from '#test/people.ts'
import { addRow, addRows, fromNow } from '#test/rows.ts'
import { newestLink, resetLinkFor } from '#test/second-factor.ts'
import { afterRestoreCommand, endAllAccess } from './after-restore.ts'

test('after a restore each platform that a session had opened is notified, and more sessions than a batch end', async () => {
  await addPlatform({ id: 'hub', backchannelLogoutUri: 'https://hub.example.com/logout' })
  const ada = await addUser()
  const ids = Array.from({ length: 1_001 }, () => randomUUID())
  const session = { userId: ada.id, expiresAt: fromNow('1 hour') }
  await addRows(
    'sessions',
    ids.map((id) => ({ id, tokenHash: Buffer.from(id), ...session })),
  )
  await addRows(
    'platform_sessions',
    ids.map((sessionId) => ({ sessionId, userId: ada.id, clientId: 'hub', ipAddress: '::1' })),
  )
  equal((await endAllAccess()).sessions, 1_001)
  const left = await row<{ open: number; notifications: number; sessions: number }>(db)`
    select (select count(*) from platform_sessions where ended_at is null) as open,
           (select count(*) from platform_sessions where delivered_at is null) as notifications,
           (select count(*) from sessions) as sessions`
  deepEqual(left, { open: 0, notifications: 1_001, sessions: 0 })
})

test('after a restore no session, login attempt, token or link of before works', async () => {
  const [ada, grace] = [await addUser(), await addUser()]
  const [laptop, admin] = [await logIn(ada), await logInAdmin(await addAdmin())]
  const begun = await visitor()
  await enterPassword(begun, grace)
  const resetToken = await resetLinkFor(grace)
  const protectiveToken = await createMailedToken(grace, 'log-me-out')
  for (const model of ['RefreshToken', 'ClientCredentials', 'ReplayDetection'])
    await addRow('oidc_records', { model, id: model, payload: '{}', expiresAt: fromNow('1 hour') })

  const ended = await endAllAccess()

  deepEqual(ended, { sessions: 1, adminSessions: 1, grants: 2, loginAttempts: 1, links: 1 })
  equal(await endOf(laptop.call(getMe, {})), 'endedBySupport')
  equal(await endOf(admin.call(getAdminMe, {})), 'endedBySupport')
  await refusedWith(errorCodes.loginExpired, enterCode(begun, grace))
  const stranger = await visitor()
  await refusedWith(
    errorCodes.invalidLink,
    stranger.call(checkLink, { body: { token: resetToken } }),
  )
  equal(await newestLink(grace, 'log-me-out'), protectiveToken)
  deepEqual(await scalars<string>(db)`select model from oidc_records`, ['ReplayDetection'])
  const entry = await row<{ data: object }>(db)`
    select data from audit_log where action = 'restored_access_ended' order by timestamp desc limit 1`
  deepEqual(entry?.data, ended)
  await expectLogin(ada)
})

test('the command ends nothing without --yes, or while a server is connected', async () => {
  const laptop = await logIn(await addUser())
  await rejects(afterRestoreCommand([]), /ends all sessions.*Add --yes/)
  await rejects(afterRestoreCommand(['--all']), /Unknown option/)
  const server = createPool(config.databaseUrl, 1, { application_name: 'portico 1@server-b 10' })
  await server.query('select')
  await rejects(afterRestoreCommand(['--yes']), /Stop all servers.*portico 1@server-b 10/)
  await server.end()
  ok(await laptop.isLoggedIn())
})

async function endOf(call: Promise<unknown>): Promise<string | undefined> {
  const error = await call.catch((each: unknown) => each)
  return error instanceof Refusal ? error.faults[0]?.rule : undefined
}

async function expectLogin(user: TestUser): Promise<void> {
  const browser: Visitor = await visitor()
  await enterPassword(browser, user)
  await enterCode(browser, user)
  ok(await browser.isLoggedIn())
}
