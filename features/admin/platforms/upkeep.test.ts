import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import { grantAccess } from '#domain/platform-access/platform-account.ts'
import { deleteOldClientRefusals, storeClientRefusals } from '#domain/platforms/client-refusal.ts'
import { recordPlatformSession } from '#test/platform-session.ts'
import { endSession, listSessions } from '#domain/sessions/session.ts'
import { findSubsystem } from '#domain/platforms/subsystem.ts'
import { db } from '#server/db.ts'
import { tokenHash } from '#server/secret.ts'
import { auditOf } from '#test/audit.ts'
import { addAdmin, addUser, logIn, logInAdmin, refusedWith } from '#test/people.ts'
import { authorize, newPlatform, receiveLogoutTokens, tokensOf } from '#test/platform.ts'
import { register } from '#test/registered-platforms.ts'
import { backdate, deleteRows, updateRows } from '#test/rows.ts'
import { until } from '#test/until.ts'
import { startWorker } from '../../../app/worker.ts'
import * as contract from './contract.ts'

const browser = await logInAdmin(await addAdmin())

test('exactly one of ten concurrent replacements of a secret succeeds, and the old secret keeps its grace period', async () => {
  const { id, clientSecret: old } = await register(browser)
  const { etag } = await browser.call(contract.getPlatform, { params: { id } })
  const request = { params: { id }, headers: { 'if-match': etag }, body: { graceHours: 24 } }
  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, () => browser.call(contract.replaceSecret, request)),
  )
  const [secret, ...others] = answers.flatMap((each) =>
    each.status === 'fulfilled' ? [each.value.clientSecret] : [],
  )
  equal(others.length, 0)
  const platform = await findSubsystem(db, id)
  deepEqual(
    [platform?.clientSecretHash, platform?.oldClientSecretHash],
    [tokenHash(secret ?? ''), tokenHash(old)],
  )
  const changed = await browser.call(contract.getPlatform, { params: { id } })
  const hours = (Date.parse(changed.oldSecretUntil ?? '') - Date.now()) / 3_600_000
  equal(Math.round(hours), 24)
  const rows = (await auditOf(id)).filter(({ action }) => action === 'platform_secret_replaced')
  deepEqual(
    rows.map(({ data }) => data),
    [{ graceHours: 24 }],
  )
})

test('without a grace period the old secret is deleted', async () => {
  const { id } = await register(browser)
  const { etag } = await browser.call(contract.getPlatform, { params: { id } })
  const request = { params: { id }, headers: { 'if-match': etag } }
  const { oldSecretUntil } = await browser.call(contract.replaceSecret, {
    ...request,
    body: { graceHours: 0 },
  })
  equal(oldSecretUntil, null)
  equal((await findSubsystem(db, id))?.oldClientSecretHash, null)
  for (const graceHours of [-1, 1.5, 169]) {
    const call = browser.call(contract.replaceSecret, { ...request, body: { graceHours } })
    await refusedWith(errorCodes.invalidInput, call)
  }
})

test('3A2: The page of a platform reports the logins of the last hour, the list those of a day, and a rotated secret has the reason in the log', async () => {
  const hub = await newPlatform()
  const loginsOf = async () =>
    (await browser.call(contract.getPlatform, { params: { id: hub.id } })).loginsOfLastHour
  equal(await loginsOf(), 0)
  const visitor = await addUser()
  await grantAccess(db, visitor.id, [hub.id])
  await tokensOf(await logIn(visitor), hub)
  equal(await loginsOf(), 1)
  const stranger = await addUser()
  await authorize(await logIn(stranger), hub).catch(() => undefined)
  const listed = (await browser.call(contract.listPlatforms, { query: { limit: 200 } })).find(
    (each) => each.id === hub.id,
  )
  deepEqual([listed?.day, listed?.lastRejected], [{ logins: 1, denied: 1 }, null])
  const { id } = await register(browser)
  const { etag } = await browser.call(contract.getPlatform, { params: { id } })
  await browser.call(contract.replaceSecret, {
    params: { id },
    headers: { 'if-match': etag },
    body: { graceHours: 24, reason: 'Yearly rotation' },
  })
  const row = (await auditOf(id)).find(({ action }) => action === 'platform_secret_replaced')
  deepEqual(row?.data, { graceHours: 24, reason: 'Yearly rotation' })
})

test('replacing the secret of a platform without one answers 404', async () => {
  const { id } = await register(browser, { proof: 'none' })
  const request = { params: { id }, headers: { 'if-match': '"1"' }, body: { graceHours: 0 } }
  await refusedWith(errorCodes.notFound, browser.call(contract.replaceSecret, request))
})

test('an admin sees which platform rejects logout notifications, and resends them', async () => {
  const platform = await receiveLogoutTokens([500])
  const { id } = await register(browser, { backchannelLogoutUri: platform.url })
  const ada = await addUser()
  await logIn(ada)
  const [session] = await listSessions(db, ada.id)
  await recordPlatformSession(db, {
    sessionId: session?.id ?? '',
    userId: ada.id,
    clientId: id,
    sid: 'one',
    ipAddress: '',
  })
  const before = await browser.call(contract.getPlatform, { params: { id } })
  deepEqual([before.effect.people, before.notices.waiting], [1, 0])
  const worker = await startWorker()
  await endSession(db, session?.id ?? '')
  await until(async () => (await noticesOf(id)).lastError !== null)
  const waiting = await noticesOf(id)
  deepEqual([waiting.waiting, waiting.since === null], [1, false])
  match(waiting.lastError ?? '', /^the logout notification was not accepted$/)

  // Deletes the job, as after the last retry: nothing would be sent without the admin.
  await deleteRows('pgboss.job', { name: 'logout-notification' })
  const { again } = await browser.call(contract.resendNotifications, { params: { id }, body: {} })
  equal(again, 1)
  await until(async () => (await noticesOf(id)).waiting === 0)
  await worker.stop()
  equal(platform.notices.length, 2)
  equal((await auditOf(id)).at(-1)?.action, 'logout_notifications_resent')
})

test('a platform with a URL that an older version accepted is listed', async () => {
  const { id } = await register(browser)
  await updateRows('subsystems', { id }, { url: 'http://hub.inside.example/' })
  const listed = await browser.call(contract.listPlatforms, { query: {} })
  equal(listed.find((one) => one.id === id)?.url, 'http://hub.inside.example/')
})

test('P23 3A29: a platform shows the reasons and values of its latest refused requests, latest first', async () => {
  const { id } = await register(browser)
  const refusal = {
    endpoint: '/oidc/token',
    error: 'invalid_client',
    reason: 'invalid secret provided',
    value: '',
    requestId: 'one',
    ipAddress: '192.0.2.1',
    at: new Date('2026-11-22T10:00:00Z'),
  }
  const later = {
    ...refusal,
    value: 'https://elsewhere.example',
    requestId: 'two',
    at: new Date('2026-11-22T10:00:01Z'),
  }
  await storeClientRefusals(db, new Map([[id, [refusal, later]]]))
  const { refusals } = await browser.call(contract.getPlatform, { params: { id } })
  const listed = (await browser.call(contract.listPlatforms, { query: { limit: 200 } })).find(
    (each) => each.id === id,
  )
  deepEqual(listed?.lastRejected, { at: later.at.toISOString(), error: later.error })
  deepEqual(
    refusals,
    [later, refusal].map((each, index) => ({
      ...each,
      id: refusals[index]?.id,
      at: each.at.toISOString(),
    })),
  )
  await backdate('client_refusals', {}, { refusedAt: '31 days' })
  equal(await deleteOldClientRefusals(db), 2)
})

async function noticesOf(id: string) {
  return (await browser.call(contract.getPlatform, { params: { id } })).notices
}
