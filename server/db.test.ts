// writes SQL: the rights of the database role are the subject
import { deepEqual, equal, rejects, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { addRow, updateRows } from '#test/rows.ts'
import { onceCommitted, db, row, rows, run, scalars, sql, transaction } from './db.ts'

test('rows returns columns in camel case and sends values as parameters', async () => {
  const evil = "'; drop table users; --"
  deepEqual(await rows(db)`select ${evil}::text as some_text, 5::bigint as big_count`, [
    { someText: evil, bigCount: 5 },
  ])
})

test('a failed transaction rolls back everything, including a nested transaction', async () => {
  const name = 'All or Nothing Ltd'
  const add = (inner: Parameters<typeof run>[0]) => addRow('partners', { name }, inner)
  await rejects(
    transaction(db, async (tx) => {
      await transaction(tx, add)
      throw new Error('no')
    }),
  )
  equal(await row(db)`select id from partners where name = ${name}`, undefined)
})

test('3S16: a transaction that ignored the error of a statement fails at its end and calls no callback', async () => {
  const name = 'Ignored Error Ltd'
  let isCalled = false
  await rejects(
    transaction(db, async (tx) => {
      onceCommitted(tx, () => (isCalled = true))
      await addRow('partners', { name }, tx)
      await run(tx)`select 1 / 0`.catch(() => undefined)
    }),
    /was rolled back/,
  )
  equal(isCalled, false)
  equal(await row(db)`select id from partners where name = ${name}`, undefined)
  equal((await row<{ one: number }>(db)`select 1 as one`)?.one, 1)
})

test('a repeated statement is prepared once', async () => {
  await transaction(db, async (tx) => {
    for (const value of [1, 2, 3]) await rows(tx)`select ${value}::int as prepared_once`
    const prepared = await rows<{ count: number }>(tx)`
      select count(*) from pg_prepared_statements where statement like '%as prepared_once'`
    equal(prepared[0]?.count, 1)
  })
})

test('the server’s role can change neither the audit log nor the schema', async () => {
  for (const text of [
    'delete from audit_log',
    "update audit_log set action = 'x'",
    'truncate audit_log',
    'create table x (y int)',
    'drop table users',
    'delete from migrations',
  ]) {
    await rejects(db.query(text), /permission denied|must be owner/, text)
  }
})

test('a terminated connection fails only its own transaction', async () => {
  await rejects(
    transaction(db, async (tx) => {
      const own = await row<{ pid: number }>(tx)`select pg_backend_pid() as pid`
      const gone = new Promise((resolve) => tx.once('end', resolve))
      await run(db)`select pg_terminate_backend(${own?.pid})`
      await gone
      await run(tx)`select 1`
    }),
  )
  equal((await row<{ one: number }>(db)`select 1 as one`)?.one, 1)
})

test('a transaction that PostgreSQL ends because of a deadlock is retried', async () => {
  const names = ['Deadlocked Ltd', 'Deadlocked too Ltd']
  for (const name of names) await addRow('partners', { name })
  let [attempts, committed] = [0, 0]
  const meeting = Promise.withResolvers<void>()
  let arrived = 0
  const renameBoth = (first?: string, second?: string) =>
    transaction(db, async (tx) => {
      attempts += 1
      onceCommitted(tx, () => (committed += 1))
      await updateRows(
        'partners',
        { name: first },
        { searchText: sql`coalesce(search_text, '') || 'x'` },
        tx,
      )
      arrived += 1
      if (arrived === 2) meeting.resolve()
      await meeting.promise
      await updateRows(
        'partners',
        { name: second },
        { searchText: sql`coalesce(search_text, '') || 'x'` },
        tx,
      )
    })
  const [one, other] = names
  await Promise.all([renameBoth(one, other), renameBoth(other, one)])
  // On a busy machine PostgreSQL may end both transactions.
  ok(attempts > 2)
  equal(committed, 2)
  const texts = await scalars<string>(db)`
    select right(search_text, 2) from partners where name = any(${names})`
  deepEqual(texts, ['xx', 'xx'])
})

test('a statement timeout ends a wait, and all timeouts are set', async () => {
  await transaction(db, async (tx) => {
    await tx.query("set local statement_timeout = '50ms'")
    await rejects(tx.query('select pg_sleep(5)'), /statement timeout/)
    throw new Error('done')
  }).catch(() => undefined)
  const settings = await rows<{ name: string; setting: string }>(db)`
    select name, setting from pg_settings where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`
  equal(
    settings.every(({ setting }) => Number(setting) > 0),
    true,
  )
})
