// writes SQL: statements of servers of 0.3.0
import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { copyLastLogins, recordLogin } from '#domain/accounts/user-login.ts'
import { addUser as insertUser, getUser, setActive } from '#domain/accounts/user.ts'
import { db, row, run, scalar, scalars, transaction } from '#server/db.ts'
import { untilLocked } from '#test/locks.ts'
import { addUser, logIn, type TestUser } from '#test/people.ts'
import { ago, backdate, updateRows } from '#test/rows.ts'
import { processDormantAccounts } from './jobs.ts'

test('3S change 1: a login writes and locks neither the row of its user nor, twice in a minute, that of the company', async () => {
  const ada = await addUser({ company: 'Lantern Ltd' })
  await logIn(ada)
  const before = await versionsOf(ada)
  await logIn(ada)
  deepEqual(await versionsOf(ada), before)
  await updateRows('partners', { name: 'Lantern Ltd' }, { lastLoginAt: ago('61 seconds') })
  await logIn(ada)
  ok(
    await scalar(db)`
    select last_login_at > now() - interval '1 minute' from partners where name = 'Lantern Ltd'`,
  )
})

test('3S change 1: the table of logins has two indexes, so a login adds two index entries', async () => {
  const indexes = await scalars<string>(db)`
    select indexname from pg_indexes where tablename = 'user_logins' order by 1`
  deepEqual(indexes, ['user_logins_by_time', 'user_logins_pkey'])
})

test('3S change 1: a deactivation waits for a login, and a login for a deactivation, after which it is refused', async () => {
  const ada = await addUser()
  const deactivation = await transaction(db, async (tx) => {
    equal(await recordLogin(tx, ada.id), true)
    const waiting = transaction(db, (other) => setActive(other, ada.id, { active: false }))
    await untilLocked(1)
    return { waiting }
  })
  equal(await deactivation.waiting, true)
  await updateRows('users', { id: ada.id }, { active: true })
  const login = await transaction(db, async (tx) => {
    await setActive(tx, ada.id, { active: false })
    const waiting = transaction(db, (other) => recordLogin(other, ada.id))
    await untilLocked(1)
    return { waiting }
  })
  equal(await login.waiting, false)
})

test('3S change 1: a user who logs in while the job warns or deactivates unused users is neither warned nor deactivated', async () => {
  const ada = await addUser()
  await backdate('users', { id: ada.id }, { createdAt: '80 days' })
  const warning = await transaction(db, async (tx) => {
    await recordLogin(tx, ada.id)
    const waiting = processDormantAccounts()
    await untilLocked(1)
    return { waiting }
  })
  await warning.waiting
  equal((await dormancyOf(ada)).dormantWarnedAt, null)

  const grace = await addUser()
  const ages = { createdAt: ago('100 days'), dormantWarnedAt: ago('15 days') }
  await updateRows('users', { id: grace.id }, ages)
  const deactivation = await transaction(db, async (tx) => {
    await recordLogin(tx, grace.id)
    const waiting = processDormantAccounts()
    await untilLocked(1)
    return { waiting }
  })
  await deactivation.waiting
  equal((await getUser(db, grace.id)).active, true)
})

test('3S change 1: the job copies the last login of users who seem unused, and of no others', async () => {
  const [ada, grace] = [await addUser(), await addUser()]
  for (const { id } of [ada, grace]) await backdate('users', { id }, { createdAt: '80 days' })
  await backdate('users', { id: grace.id }, { createdAt: '-10 days' })
  for (const user of [ada, grace]) await logIn(user)
  await updateRows('user_logins', { userId: ada.id }, { lastLoginAt: ago('3 days') })
  await copyLastLogins(db)
  const copied = await dormancyOf(ada)
  deepEqual(copied.lastLoginAt, await lastLoginOf(ada))
  equal((await dormancyOf(grace)).lastLoginAt, null)
  const before = await versionsOf(ada)
  await copyLastLogins(db)
  deepEqual(await versionsOf(ada), before)
})

test('3S change 1: a login at a server of 0.3.0 and a user added there are in the new table, and no time goes back', async () => {
  const ada = await addUser({ company: 'Mixed Ltd' })
  await logInAtOldServer(ada)
  const old = await lastLoginOf(ada)
  ok(old)
  deepEqual(await scalar(db)`select last_login_at from partners where name = 'Mixed Ltd'`, old)
  await logIn(ada)
  const latest = await lastLoginOf(ada)
  await updateRows('users', { id: ada.id }, { lastLoginAt: ago('1 day') })
  deepEqual(await lastLoginOf(ada), latest)
  const facts = { firstname: 'Ada', lastname: 'Byron', preferredLanguage: 'en' } as const
  const id = await insertUser(db, { ...facts, partnerId: null, email: 'new@mixed.example' })
  equal(await scalar(db)`select count(*) from user_logins where user_id = ${id}`, 1)
})

test('3S change 1: a worker of 0.3.0 does not deactivate a warned user who has logged in at a server of this version', async () => {
  const ada = await addUser()
  const ages = { createdAt: ago('100 days'), dormantWarnedAt: ago('15 days') }
  await updateRows('users', { id: ada.id }, ages)
  await logIn(ada)
  const isDue = await scalar<boolean>(db)`
    select a.active and greatest(a.created_at, a.last_login_at, a.reactivated_at) <= now() - interval '90 days'
      and a.dormant_warned_at >= greatest(a.created_at, a.last_login_at, a.reactivated_at)
    from users a where a.id = ${ada.id}`
  ok(!isDue)
  // A warning that a worker of 0.3.0 sent by mistake has no effect later.
  await updateRows('users', { id: ada.id }, { dormantWarnedAt: ago('0 days'), lastLoginAt: null })
  await copyLastLogins(db)
  equal((await dormancyOf(ada)).dormantWarnedAt, null)
})

/** Returns the versions of the rows of a user and the company, which each update replaces, and the user's last lock. */
function versionsOf({ id }: TestUser) {
  return row<object>(db)`
    select u.ctid::text as user, u.xmin::text as user_by, u.xmax::text as user_lock,
           p.ctid::text as company, p.xmin::text as company_by
    from users u left join partners p on p.id = u.partner_id where u.id = ${id}`
}

async function dormancyOf({ id }: TestUser) {
  const user = await row<Record<'lastLoginAt' | 'dormantWarnedAt', Date | null>>(db)`
    select last_login_at, dormant_warned_at from users where id = ${id}`
  ok(user)
  return user
}

function lastLoginOf({ id }: TestUser) {
  return scalar<Date | null>(db)`select last_login_at from user_logins where user_id = ${id}`
}

/** Runs the statement with which a login of 0.3.0 records its time. */
function logInAtOldServer({ id }: TestUser) {
  return run(db)`update users set last_login_at = now() where id = ${id} and active`
}
