// own process: counts all expired rows
import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { createLink } from '#domain/sign-in/link.ts'
import { enqueueMail } from '#domain/mail/mail.ts'
import { recordPlatformSession } from '#test/platform-session.ts'
import { batchSize, db, runInBatches, sql, transaction } from '#server/db.ts'
import { tokenHash } from '#server/secret.ts'
import { addUser, type TestUser } from '#test/people.ts'
import { addRow, addRows, ago, backdate, fromNow, updateRows } from '#test/rows.ts'
import { purgeRetained, purgeExpired } from './purge.ts'

test('a link is deleted 90 days after it expired, but not earlier', async () => {
  const [ada, grace] = [await addUser(), await addUser()]
  for (const each of [ada, grace]) {
    await createLink(db, {
      kind: 'reset-password',
      email: each.email,
      userId: each.id,
      createdBy: 'system',
    })
  }
  await backdate('one_time_links', { userId: ada.id }, '90 days 31 minutes')
  await backdate('one_time_links', { userId: grace.id }, '89 days')
  await purgeRetained()
  deepEqual(await countsOf('one_time_links', [ada, grace]), [0, 1])
})

test('a mail is deleted after 90 days, or after seven if it was not sent because no user has the address', async () => {
  const [ada, grace] = [await addUser(), await addUser()]
  await mailTo(ada, ada.id)
  await mailTo(grace, grace.id)
  await backdate('mails', { userId: ada.id }, { createdAt: '91 days' })
  await backdate('mails', { userId: grace.id }, { createdAt: '89 days' })
  for (const to of ['nobody-old@quay.example', 'nobody-new@quay.example', 'guest@quay.example']) {
    await mailTo({ email: to })
  }
  await updateRows('mails', { toAddress: sql`like 'nobody-%'` }, { state: 'failed' })
  await updateRows('mails', { toAddress: 'guest@quay.example' }, { state: 'sent' })
  await updateRows(
    'mails',
    { toAddress: ['nobody-old@quay.example', 'guest@quay.example'] },
    { createdAt: ago('8 days') },
  )
  await purgeRetained()
  deepEqual(await countsOf('mails', [ada, grace]), [0, 1])
  const remaining = await db.query<{ to_address: string }>(
    'select to_address from mails where user_id is null order by 1',
  )
  deepEqual(
    remaining.rows.map((each) => each.to_address),
    ['guest@quay.example', 'nobody-new@quay.example'],
  )
})

test('a platform session is deleted 30 days after its end, but not while it lasts', async () => {
  const [ada, grace, mary] = [await addUser(), await addUser(), await addUser()]
  for (const { id } of [ada, grace, mary]) {
    await recordPlatformSession(db, {
      sessionId: crypto.randomUUID(),
      userId: id,
      clientId: 'hub',
      sid: 'sid',
      ipAddress: '192.0.2.1',
    })
  }
  await end(ada, '31 days')
  await end(grace, '29 days')
  await purgeRetained()
  deepEqual(await countsOf('platform_sessions', [ada, grace, mary]), [0, 1, 1])
})

test('all expired rows are deleted in batches, and valid ones stay', async () => {
  const count = 2 * batchSize + 7
  const numbers = Array.from({ length: count }, (_, n) => String(n))
  const past = ago('1 minute')
  await addRows(
    'rate_limits',
    numbers.map((key) => ({ name: 'addressFailures', key, staleAt: past })),
  )
  await addRows(
    'human_checks',
    numbers.map((text) => ({ answerHash: tokenHash(text), expiresAt: past })),
  )
  await addRow('rate_limits', {
    name: 'addressFailures',
    key: 'fresh',
    staleAt: fromNow('1 minute'),
  })
  await addRows('failure_streaks', [
    { key: 'old', failures: 9, staleAt: ago('1 minute') },
    { key: 'fresh', failures: 9, staleAt: fromNow('1 minute') },
  ])
  await purgeExpired()
  for (const table of ['rate_limits', 'failure_streaks']) {
    const remaining = await db.query<{ key: string }>(`select key from ${table}`)
    deepEqual(remaining.rows, [{ key: 'fresh' }])
  }
  equal((await db.query('select 1 from human_checks')).rowCount, 0)
})

test('the purge stops after a batch that is not full', async () => {
  const sizes = [batchSize, batchSize, 3, batchSize]
  let turns = 0
  const count = await runInBatches(async () => sizes[turns++] ?? 0)
  equal(count, 2 * batchSize + 3)
  equal(turns, 3)
})

function mailTo({ email }: { email: string }, userId?: string): Promise<string> {
  return transaction(db, (tx) => enqueueMail(tx, 'password-changed', { id: userId, email }))
}

async function end({ id }: TestUser, age: string): Promise<void> {
  await updateRows('platform_sessions', { userId: id }, { endedAt: ago(age) })
}

async function countsOf(table: string, users: readonly TestUser[]): Promise<number[]> {
  const counts: number[] = []
  for (const { id } of users) {
    const { rowCount } = await db.query(`select 1 from ${table} where user_id = $1`, [id])
    counts.push(rowCount ?? 0)
  }
  return counts
}
