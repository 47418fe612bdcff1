// own process: sets SESSION_IDLE_MINUTES, and counts the rows of all sessions
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'

process.env['SESSION_IDLE_MINUTES'] = '10'
const { db, row, scalar, scalars, transaction } = await import('#server/db.ts')
const { randomToken, tokenHash } = await import('#server/secret.ts')
const { addUser } = await import('#test/people.ts')
const { addRows, ago, deleteRows, fromNow, updateRows } = await import('#test/rows.ts')
const { countReads } = await import('#test/reads.ts')
const { statementsOf } = await import('#test/statements.ts')
const { untilLocked } = await import('#test/locks.ts')
const { findSession } = await import('./session.ts')
const { expireSessions, extendSession, recordActivity } = await import('./session-timeout.ts')

const ada = await addUser()

/** Adds sessions that were last seen this long ago; `coarse` is the age by which the worker finds them. */
async function addSessions(count: number, lastSeen: string, coarse = lastSeen): Promise<string[]> {
  const times = { lastSeenAt: ago(lastSeen), coarseSeenAt: ago(coarse) }
  const sessions = Array.from({ length: count }, () => ({
    id: crypto.randomUUID(),
    userId: ada.id,
    tokenHash: tokenHash(randomToken()),
    expiresAt: fromNow('1 hour'),
    ...times,
  }))
  await addRows('sessions', sessions)
  return sessions.map(({ id }) => id)
}

const isStored = async (id: string) =>
  (await row(db)`select from sessions where id = ${id}`) !== undefined

test('3S5: ending sessions reads rows by those that end, not by those that live', async () => {
  await addSessions(20_000, '30 seconds', '2 minutes')
  await addSessions(50, '11 minutes')
  const owner = new pg.Client(process.env['DATABASE_OWNER_URL'] ?? '')
  await owner.connect()
  await owner.query('analyze sessions')
  await owner.end()
  const { result: ended, reads } = await countReads(['sessions'], expireSessions)
  equal(ended, 50)
  ok(reads <= 250, `${reads} rows were read`)
  await deleteRows('sessions', {})
})

test('3S5: sessions in use, whose coarse time an older server leaves behind, hide no session that has timed out', async () => {
  const used = await addSessions(1_500, '1 minute', '30 minutes')
  const idle = await addSessions(3, '11 minutes', '12 minutes')
  equal(await expireSessions(db), 3)
  deepEqual(await scalars(db)`select id from sessions order by id`, used.toSorted())
  equal(await isStored(idle[0] ?? ''), false)
  await deleteRows('sessions', {})
})

test('3S5: one worker at a time ends sessions', async () => {
  await transaction(db, async (tx) => {
    await expireSessions(tx)
    await addSessions(1, '11 minutes')
    equal(await expireSessions(db), 0)
  })
  equal(await expireSessions(db), 1)
})

test('3S5: a session in use at its maximum age ends, and the idle timeout is that of the current configuration', async () => {
  const [old = '', idle = '', live = ''] = await addSessions(3, '9 minutes')
  await updateRows('sessions', { id: old }, { expiresAt: ago('1 second') })
  await updateRows(
    'sessions',
    { id: idle },
    { lastSeenAt: ago('11 minutes'), coarseSeenAt: ago('14 minutes') },
  )
  equal(await expireSessions(db), 2)
  deepEqual(await Promise.all([old, idle, live].map(isStored)), [false, false, true])
})

test('3S change 6: the activity of concurrent requests is one statement that does not wait for the disk', async () => {
  const ids = await addSessions(5, '2 minutes')
  const statements = await statementsOf(() => Promise.all(ids.map(recordActivity)))
  equal(statements.length, 1)
  match(statements[0] ?? '', /set_config\('synchronous_commit', 'off', true\)/)
  const fresh = await scalar(db)`
    select count(*)::int from sessions where id = any(${ids}) and last_seen_at > now() - interval '1 minute'`
  equal(fresh, 5)
})

test('3S change 6: a session that another transaction changes delays the activity of no other, and its own request gets the exact end', async () => {
  const [locked = '', free = ''] = await addSessions(2, '5 minutes')
  const extending = await transaction(db, async (tx) => {
    await updateRows('sessions', { id: locked }, { browser: 'Firefox' }, tx)
    const [skipped, written] = await Promise.all([recordActivity(locked), recordActivity(free)])
    equal(skipped, undefined)
    ok(written)
    const result = { end: extendSession(db, locked) }
    await untilLocked(1)
    return result
  })
  const end = await extending.end
  const stored = await scalar<Date>(db)`
    select last_seen_at + interval '10 minutes' from sessions where id = ${locked}`
  equal(end?.getTime(), stored?.getTime())
  ok((end?.getTime() ?? 0) > Date.now() + 9 * 60_000)
})

test('3S change 6: activity does not revive a session that reached a timeout', async () => {
  const [idle = '', old = ''] = await addSessions(2, '11 minutes')
  await updateRows(
    'sessions',
    { id: old },
    { lastSeenAt: ago('1 minute'), expiresAt: ago('1 second') },
  )
  for (const id of [idle, old]) {
    equal(await recordActivity(id), undefined)
    equal(await extendSession(db, id), undefined)
    equal(await findSession(db, { id }), undefined)
  }
})

test('3S change 6: activity is due after a minute, and moves the indexed time at most every third of the timeout', async () => {
  const [recent = '', due = ''] = await addSessions(2, '20 seconds', '2 minutes')
  const [behind = ''] = await addSessions(1, '70 seconds', '4 minutes')
  await updateRows('sessions', { id: due }, { lastSeenAt: ago('70 seconds') })
  equal((await findSession(db, { id: recent }))?.isSeenLongAgo, false)
  equal((await findSession(db, { id: due }))?.isSeenLongAgo, true)
  await Promise.all([recordActivity(due), recordActivity(behind)])
  const coarseAge = (id: string) => scalar<number>(db)`
    select round(extract(epoch from now() - coarse_seen_at) / 60)::int from sessions where id = ${id}`
  deepEqual([await coarseAge(due), await coarseAge(behind)], [2, 0])
})
