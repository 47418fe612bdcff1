import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { createLink } from '#domain/link.ts'
import { enqueueMail } from '#domain/mail.ts'
import { recordPlatformSession } from '#test/platform-session.ts'
import { readConfig } from '#server/config.ts'
import { batchSize, runInBatches, db, transaction } from '#server/db.ts'
import { addUser, type TestUser } from '#test/people.ts'
import { purgeRetained, purgeExpired } from './purge.ts'

test('a link is deleted 90 days after it expired, not sooner', async () => {
  const [ada, grace] = [await addUser(), await addUser()]
  for (const each of [ada, grace]) {
    await createLink(db, {
      kind: 'reset-password',
      email: each.email,
      userId: each.id,
      createdBy: 'system',
    })
  }
  await shift('one_time_links', ada, {
    columns: ['created_at', 'expires_at'],
    by: '90 days 31 minutes',
  })
  await shift('one_time_links', grace, { columns: ['created_at', 'expires_at'], by: '89 days' })
  await purgeRetained()
  deepEqual(await countsOf('one_time_links', [ada, grace]), [0, 1])
})

test('a mail is deleted after 90 days, and after seven if it was never sent because no user has the address', async () => {
  const [ada, grace] = [await addUser(), await addUser()]
  await mailTo(ada, ada.id)
  await mailTo(grace, grace.id)
  await shift('mails', ada, { columns: ['created_at'], by: '91 days' })
  await shift('mails', grace, { columns: ['created_at'], by: '89 days' })
  for (const to of ['nobody-old@quay.example', 'nobody-new@quay.example', 'guest@quay.example']) {
    await mailTo({ email: to })
  }
  await db.query("update mails set state = 'failed' where to_address like 'nobody-%'")
  await db.query("update mails set state = 'sent' where to_address = 'guest@quay.example'")
  await db.query(
    "update mails set created_at = now() - interval '8 days' where to_address in ('nobody-old@quay.example', 'guest@quay.example')",
  )
  await purgeRetained()
  deepEqual(await countsOf('mails', [ada, grace]), [0, 1])
  const left = await db.query<{ to_address: string }>(
    'select to_address from mails where user_id is null order by 1',
  )
  deepEqual(
    left.rows.map((each) => each.to_address),
    ['guest@quay.example', 'nobody-new@quay.example'],
  )
})

test('a platform session is deleted 30 days after its end, not while it lasts', async () => {
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

test('expired rows are deleted in batches, all of them, and valid ones stay', async () => {
  const many = 2 * batchSize + 7
  await db.query(
    `insert into rate_limits (name, key, tries, stale_at)
     select 'addressFailures', n::text, '{}', now() - interval '1 minute' from generate_series(1, $1) n`,
    [many],
  )
  await db.query(
    `insert into human_checks (answer_hash, expires_at)
     select sha256(n::text::bytea), now() - interval '1 minute' from generate_series(1, $1) n`,
    [many],
  )
  await db.query(
    `insert into rate_limits (name, key, tries, stale_at) values ('addressFailures', 'fresh', '{}', now() + interval '1 minute')`,
  )
  await db.query(
    `insert into failure_streaks values ('old', 9, now() - interval '1 minute'), ('fresh', 9, now() + interval '1 minute')`,
  )
  await purgeExpired()
  for (const table of ['rate_limits', 'failure_streaks']) {
    const kept = await db.query<{ key: string }>(`select key from ${table}`)
    deepEqual(kept.rows, [{ key: 'fresh' }])
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

test('each retention period is configurable', () => {
  const { retention } = readConfig({
    ...process.env,
    RETENTION_EXPIRED_HOURS: '24',
    RETENTION_LINKS_DAYS: '10',
    RETENTION_MAILS_DAYS: '20',
    RETENTION_UNKNOWN_MAILS_DAYS: '1',
    RETENTION_PLATFORM_SESSIONS_DAYS: '5',
    RETENTION_IDEMPOTENCY_HOURS: '48',
    RETENTION_BULK_JOBS_DAYS: '30',
    RETENTION_WEBHOOKS_DAYS: '40',
    RETENTION_JOBS_DAYS: '3',
    RETENTION_AUDIT_MONTHS: '24',
  })
  deepEqual(Object.values(retention).sort(), [
    '1 days',
    '10 days',
    '20 days',
    '24 hours',
    '24 months',
    3,
    '30 days',
    '40 days',
    '48 hours',
    '5 days',
  ])
  ok(retention.jobsDays)
})

function mailTo({ email }: { email: string }, userId?: string): Promise<string> {
  return transaction(db, (tx) => enqueueMail(tx, 'password-changed', { id: userId, email }))
}

type Shift = { columns: readonly string[]; by: string }

async function shift(table: string, { id }: TestUser, { columns, by }: Shift): Promise<void> {
  const set = columns.map((column) => `${column} = ${column} - $2::interval`).join(', ')
  await db.query(`update ${table} set ${set} where user_id = $1`, [id, by])
}

async function end({ id }: TestUser, ago: string): Promise<void> {
  await db.query(
    'update platform_sessions set ended_at = now() - $2::interval where user_id = $1',
    [id, ago],
  )
}

async function countsOf(table: string, people: readonly TestUser[]): Promise<number[]> {
  const counts: number[] = []
  for (const { id } of people) {
    const { rowCount } = await db.query(`select 1 from ${table} where user_id = $1`, [id])
    counts.push(rowCount ?? 0)
  }
  return counts
}
