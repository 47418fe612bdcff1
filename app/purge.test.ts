import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { createLoginAttempt } from '#domain/sign-in/login-attempt.ts'
import { recordPlatformSession } from '#test/platform-session.ts'
import { findAdminSessionEnd } from '#domain/sessions/admin-session.ts'
import { expireSessions } from '#domain/sessions/session-timeout.ts'
import { db, row, rows, scalar, transaction } from '#server/db.ts'
import { metricsText } from '#server/metrics.ts'
import { tokenHash } from '#server/secret.ts'
import { addAdmin, addPlatform, addUser, logIn, startSessionOfAdmin } from '#test/people.ts'
import { addRow, addRows, ago, backdate, fromNow, updateRows } from '#test/rows.ts'
import { purgeExpired } from './purge.ts'

test('LI-03 an idle session is ended, and its platforms will be notified', async () => {
  const ada = await addUser()
  await logIn(ada)
  const session = await row<{ id: string }>(db)`select id from sessions where user_id = ${ada.id}`
  const platformSession = {
    sessionId: session?.id ?? '',
    userId: ada.id,
    clientId: 'hub',
    sid: 'sid',
    ipAddress: '192.0.2.1',
  }
  await recordPlatformSession(db, platformSession)
  await backdate('sessions', { userId: ada.id }, '15 minutes 1 second')
  const grace = await addUser()
  const laptop = await logIn(grace)
  await purgeExpired()
  equal(await row(db)`select id from sessions where user_id = ${ada.id}`, undefined)
  const notified = await row<{ isEnded: boolean }>(db)`
    select ended_at is not null as is_ended from platform_sessions where user_id = ${ada.id}`
  equal(notified?.isEnded, true)
  equal(await laptop.isLoggedIn(), true)
})

test('LI-03 two concurrent workers end 2,500 expired sessions, each once and with its reason', async () => {
  const ada = await addUser()
  const backchannelLogoutUri = 'http://told.example/logout'
  const [notifiable, silent] = [
    await addPlatform({ id: 'told', backchannelLogoutUri }),
    await addPlatform({ id: 'silent' }),
  ]
  await addRows(
    'sessions',
    Array.from({ length: 2_500 }, (_, n) => ({
      userId: ada.id,
      tokenHash: tokenHash(`many-${n + 1}`),
      lastSeenAt: ago(n % 2 === 0 ? '1 hour' : '1 minute'),
      coarseSeenAt: ago(n % 2 === 0 ? '1 hour' : '1 minute'),
      expiresAt: n % 2 === 0 ? fromNow('1 hour') : ago('1 minute'),
    })),
  )
  const sessions = await rows<{ id: string }>(
    db,
  )`select id from sessions where user_id = ${ada.id} limit 5`
  for (const { id: sessionId } of sessions)
    for (const { id: clientId } of [notifiable, silent])
      await recordPlatformSession(db, {
        sessionId,
        userId: ada.id,
        clientId,
        sid: sessionId,
        ipAddress: '',
      })
  await logIn(ada)
  const ended = await Promise.all([expireSessions(db), expireSessions(db)])
  equal(ended[0] + ended[1] >= 2500, true)
  equal(await scalar(db)`select count(*)::int from sessions where user_id = ${ada.id}`, 1)
  const reasons = await rows<{ reason: string; count: number }>(db)`
    select reason, count(*)::int as count from session_ends e, generate_series(1, 2500) n
    where e.token_hash = sha256(('many-' || n)::bytea) group by 1 order by 1`
  deepEqual(reasons, [
    { reason: 'endedExpired', count: 1250 },
    { reason: 'endedIdle', count: 1250 },
  ])
  const notified = await rows<{ clientId: string; isDone: boolean; jobs: number }>(db)`
    select client_id, bool_and(delivered_at is not null) as is_done,
           count(j.id)::int as jobs
    from platform_sessions p
    left join pgboss.job j on j.name = 'logout-notification' and j.data->>'platformSessionId' = p.id::text
    where user_id = ${ada.id} and ended_at is not null group by 1 order by 1`
  deepEqual(notified, [
    { clientId: 'silent', isDone: true, jobs: 0 },
    { clientId: 'told', isDone: false, jobs: 5 },
  ])
})

test('expired login attempts are deleted, and others are kept', async () => {
  const ada = await addUser()
  const grace = await addUser()
  await createLoginAttempt(db, ada.id)
  await createLoginAttempt(db, grace.id)
  await backdate('login_attempts', { userId: ada.id }, '11 minutes')
  await purgeExpired()
  equal(await row(db)`select id from login_attempts where user_id = ${ada.id}`, undefined)
  equal(
    (await row(db)`select id from login_attempts where user_id = ${grace.id}`) === undefined,
    false,
  )
})

test('3S4: a purge that fails is counted with its table, and all other tables are purged', async () => {
  const answerHash = tokenHash('an answer that stays locked')
  await addRow('human_checks', { answerHash, expiresAt: ago('1 minute') })
  await addRow('sandbox_tokens', { issuer: '3S4', jti: crypto.randomUUID(), usedAt: ago('1 year') })
  const left = (table: 'human_checks' | 'sandbox_tokens') =>
    table === 'human_checks'
      ? scalar(db)`select count(*) from human_checks where answer_hash = ${answerHash}`
      : scalar(db)`select count(*) from sandbox_tokens where issuer = '3S4'`
  await transaction(db, async (tx) => {
    await updateRows('human_checks', { answerHash }, { expiresAt: ago('1 minute') }, tx)
    await purgeExpired()
    deepEqual([await left('human_checks'), await left('sandbox_tokens')], [1, 0])
  })
  const { text } = await metricsText()
  match(text, /^portico_periodic_errors_total\{job="purge-expired",table="human_checks"\} 1$/m)
  match(text, /^portico_periodic_errors_total\{job="purge-expired",table="sandbox_tokens"\} 0$/m)
  await purgeExpired()
  equal(await left('human_checks'), 0)
})

test('LI-03 timed-out sessions of admins are deleted, and their ends are recorded for a day', async () => {
  const { id: adminId } = await addAdmin()
  const [idle, expired] = [
    await startSessionOfAdmin({ id: adminId }),
    await startSessionOfAdmin({ id: adminId }),
  ]
  await startSessionOfAdmin({ id: adminId })
  await updateRows('admin_sessions', { id: idle.id }, { lastSeenAt: ago('16 minutes') })
  await updateRows('admin_sessions', { id: expired.id }, { expiresAt: ago('1 second') })
  await purgeExpired()
  equal(await scalar(db)`select count(*) from admin_sessions where admin_id = ${adminId}`, 1)
  equal(await findAdminSessionEnd(db, idle.token), 'endedIdle')
  equal(await findAdminSessionEnd(db, expired.token), 'endedExpired')
})
