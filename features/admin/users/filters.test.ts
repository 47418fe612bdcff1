import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { listHeaders } from '#contract/list.ts'
import { userStatuses } from '#contract/user-list.ts'
import { listUserIds } from '#domain/lists/user-list.ts'
import { db, run, scalar, scalars, transaction, type Transaction } from '#server/db.ts'
import { addAdmin, addPlatform, addUser, logInAdmin, refusedWith } from '#test/people.ts'
import { untilLocked } from '#test/locks.ts'
import { addRow, ago, deleteRows, fromNow, now, updateRows } from '#test/rows.ts'
import * as contract from './contract.ts'

const support = await logInAdmin(await addAdmin({ roles: ['support'] }))
const page = { take: 51, after: undefined }

const names = ['Ash', 'Beech', 'Cedar', 'Elm', 'Fir', 'Oak'] as const
const [ash, beech, cedar, elm, fir, oak] = (await Promise.all(
  names.map((lastname) =>
    addUser({ lastname, company: 'Forest Ltd', email: `${lastname}@wood.example`.toLowerCase() }),
  ),
)) as [Person, Person, Person, Person, Person, Person]
type Person = Awaited<ReturnType<typeof addUser>>
const forest = (await scalar<string>(db)`select partner_id from users where id = ${ash.id}`) ?? ''

await updateRows('users', { partnerId: forest }, { onboardedAt: now, createdAt: ago('1 year') })
await updateRows('users', { id: beech.id }, { onboardedAt: null })
await updateRows(
  'user_logins',
  { userId: [ash, cedar, elm, oak].map(({ id }) => id) },
  { lastLoginAt: now },
)
await updateRows('users', { id: cedar.id }, { active: false })
await addRow('failure_streaks', { key: elm.id, failures: 100, staleAt: fromNow('1 day') })
await updateRows('user_logins', { userId: fir.id }, { lastLoginAt: '2026-02-03T04:05:06Z' })
await updateRows('users', { id: fir.id }, { preferredLanguage: 'fr' })
await deleteRows('second_factors', { userId: [oak.id, ash.id] })
await addRow('passkeys', { userId: ash.id })

test('B3 each status filter returns its users, and several statuses can be combined', async () => {
  const expected = {
    active: [ash, fir, oak],
    invited: [beech],
    locked: [elm],
    deactivated: [cedar],
  }
  for (const status of userStatuses)
    deepEqual(await findIds({ status }), idsOf(expected[status]), status)
  deepEqual(await findIds({ status: 'locked,deactivated' }), idsOf([cedar, elm]))
  deepEqual(await findIds({}), idsOf([ash, beech, elm, fir, oak]), 'without the deactivated')
  const users = await support.call(contract.listUsers, {
    query: { partner: forest, includeInactive: 'true' },
  })
  deepEqual(
    users.map(({ status }) => status),
    ['active', 'invited', 'deactivated', 'locked', 'active', 'active'],
  )
})

test('B3 users are filtered by second factor, language and day of the last login', async () => {
  deepEqual(await findIds({ secondFactor: 'passkey' }), [ash.id])
  ok((await findIds({ secondFactor: 'none' })).includes(oak.id))
  ok(!(await findIds({ secondFactor: 'none' })).includes(ash.id))
  deepEqual(await findIds({ language: 'fr' }), [fir.id])
  deepEqual(await findIds({ lastLoginBefore: '2026-02-04' }), idsOf([beech, fir]))
  deepEqual(await findIds({ lastLoginBefore: '2026-02-03' }), [beech.id])
})

test('B3 the day of the last login is a day in UTC if the database has another time zone', async () => {
  const scope = { companyId: forest }
  const query = { lastLoginBefore: '2026-02-03', status: ['active' as const] }
  const { ids } = await transaction(db, async (tx) => {
    await run(tx)`set local time zone 'America/Los_Angeles'`
    return listUserIds(tx, scope, query, page)
  })
  deepEqual(ids, [])
})

test('B3 the filter for users without second factor follows every change of their factors', async () => {
  const states: boolean[] = []
  const oakFilter = { userId: oak.id }
  for (const change of [
    async () => undefined,
    () => addRow('second_factors', oakFilter),
    () => updateRows('second_factors', oakFilter, { confirmedAt: now }),
    () => updateRows('second_factors', oakFilter, { disabledAt: now }),
    () => addRow('passkeys', oakFilter),
    () => deleteRows('second_factors', oakFilter),
    () => updateRows('passkeys', oakFilter, { disabledAt: now }),
    () => updateRows('passkeys', oakFilter, { disabledAt: null }),
    () => deleteRows('passkeys', oakFilter),
  ]) {
    await change()
    states.push((await findIds({ secondFactor: 'none' })).includes(oak.id))
  }
  deepEqual(states, [true, true, false, true, false, false, true, false, true])
})

/** Deletes the user's row, and runs the deferred triggers as at the end of a transaction. */
async function deleteFactor(tx: Transaction, table: 'second_factors' | 'passkeys'): Promise<void> {
  await deleteRows(table, { userId: oak.id }, tx)
  await run(tx)`set constraints all immediate`
}

test('B3 if two transactions concurrently delete the last two factors, the user is listed without second factor', async () => {
  await addRow('second_factors', { userId: oak.id, secret: '', confirmedAt: now })
  await addRow('passkeys', { userId: oak.id })
  ok(!(await findIds({ secondFactor: 'none' })).includes(oak.id))
  let second: Promise<void> | undefined
  await transaction(db, async (tx) => {
    await deleteFactor(tx, 'second_factors')
    second = transaction(db, (other) => deleteFactor(other, 'passkeys'))
    await untilLocked(1)
  })
  await second
  ok((await findIds({ secondFactor: 'none' })).includes(oak.id))
})

test('B3 the platform filter and the search can be combined with every other filter', async () => {
  const { id: platform } = await addPlatform({ id: 'timber' })
  await addRow('subsystem_accounts', { userId: oak.id, subsystemId: platform })
  ok((await findIds({ platform })).includes(oak.id))
  deepEqual(await findIds({ platform: 'no-such-platform' }), [])
  deepEqual(await findIds({ q: 'wood.example', status: 'invited' }), [beech.id])
  deepEqual(await findIds({ q: 'wood.example', language: 'fr', sort: '-lastLogin' }), [fir.id])
})

test('B3 each sort works in both directions, page by page', async () => {
  const all = [ash, beech, elm, fir, oak].map(({ id }) => id)
  for (const sort of ['name', 'lastLogin', 'created'] as const) {
    const forward = await listAllIds({ partner: forest, sort })
    const backward = await listAllIds({ partner: forest, sort: `-${sort}` })
    deepEqual(forward, backward.toReversed(), sort)
    deepEqual(new Set(forward), new Set(all), sort)
  }
  deepEqual(
    (await findIds({ sort: 'lastLogin' })).slice(0, 2),
    [beech.id, fir.id],
    'never is before all',
  )
})

test('AP-21 the total is counted for the first page and omitted from later pages', async () => {
  const first = await support.fetch(`/api/admin/users?partner=${forest}&limit=2`)
  equal(first.headers.get(listHeaders.total), '5')
  equal(first.headers.get(listHeaders.estimated), 'false')
  const next = await support.fetch(first.headers.get(listHeaders.url) ?? '')
  equal(next.headers.get(listHeaders.total), null)
})

test('AP-21 an unknown sort or status, an invalid day and a cursor of another sort answer 400001', async () => {
  for (const query of [
    { sort: 'email' },
    { status: 'sleepy' },
    { lastLoginBefore: '2026-02-31' },
    { lastLoginBefore: '0000-01-01' },
  ]) {
    await refusedWith(400001, support.call(contract.listUsers, { query: query as object }))
  }
  const first = await support.fetch(`/api/admin/users?partner=${forest}&limit=2&sort=created`)
  const cursor = first.headers.get(listHeaders.cursor) ?? ''
  await refusedWith(400001, support.call(contract.listUsers, { query: { cursor, sort: 'name' } }))
})

test('a scope of one company is never widened by the query', async () => {
  const other = await addUser({ company: 'Meadow Ltd' })
  const meadow = await scalar<string>(db)`select partner_id from users where id = ${other.id}`
  const scope = { companyId: forest }
  const inScope = (query: object) => transaction(db, (tx) => listUserIds(tx, scope, query, page))
  deepEqual((await inScope({})).ids, idsOf([ash, beech, elm, fir, oak]))
  deepEqual((await inScope({ partner: meadow })).ids, [])
  deepEqual((await inScope({ q: other.email })).ids, [])
})

/**
 * The index for each combination of filter and sort; the first that fits is used. A `set` of few users is collected and
 * then sorted by any column. A `walk` follows the index in the order of the sort and checks other filters row by row,
 * for at most 10,000 rows; the response then contains the number of scanned rows.
 */
const userListPlans = [
  { filter: 'locked', sort: 'any', index: 'rate_limits_blocked', way: 'set' },
  { filter: 'platform', sort: 'any', index: 'subsystem_accounts_of_platform', way: 'set' },
  { filter: 'partner', sort: 'any', index: 'users_of_company_by_name', way: 'set' },
  { filter: 'secondFactor', sort: 'any', index: 'users_without_factor', way: 'set' },
  { filter: 'q', sort: 'any', index: 'users_search_text', way: 'set' },
  { filter: 'partner', sort: 'name', index: 'users_of_company_by_name', way: 'walk' },
  { filter: 'deactivated', sort: 'name', index: 'users_deactivated_by_name', way: 'walk' },
  { filter: 'invited', sort: 'name', index: 'users_invited_by_name', way: 'walk' },
  { filter: 'invited', sort: 'created', index: 'users_invited_by_creation', way: 'walk' },
  { filter: 'language', sort: 'name', index: 'users_of_language_by_name', way: 'walk' },
  { filter: 'lastLoginBefore', sort: 'lastLogin', index: 'user_logins_by_time', way: 'walk' },
  { filter: 'none', sort: 'name', index: 'users_listed', way: 'walk' },
  { filter: 'none', sort: 'lastLogin', index: 'user_logins_by_time', way: 'walk' },
  { filter: 'none', sort: 'created', index: 'users_by_creation', way: 'walk' },
] as const

test('every index that the filters use exists', async () => {
  const indexes = await scalars<string>(db)`select indexname from pg_indexes`
  for (const { index } of userListPlans) ok(indexes.includes(index), index)
})

test('the export has the users of the list, and no formula', async () => {
  await updateRows('users', { id: oak.id }, { firstname: '+1' })
  const owner = await logInAdmin(await addAdmin({ roles: ['support'] }))
  const answer = await owner.fetch(`/api/admin/users/export?partner=${forest}&status=active`)
  const text = await answer.text()
  equal(text.split('\r\n').length, 5, text)
  ok(text.includes('"\'+1","Oak"'), text)
  equal(await scalar(db)`select count(*) from audit_log where action = 'users_exported'`, 1)
})

async function findIds(query: Record<string, string>): Promise<string[]> {
  const filters = { partner: forest, ...query }
  const users = await support.call(contract.listUsers, { query: filters as object })
  return users.map(({ id }) => id)
}

function idsOf(users: readonly Person[]): string[] {
  return users.map(({ id }) => id)
}

async function listAllIds(query: Record<string, string>): Promise<string[]> {
  const ids: string[] = []
  let address = `/api/admin/users?${new URLSearchParams({ ...query, limit: '2' })}`
  while (address !== '') {
    const answer = await support.fetch(address)
    ids.push(...((await answer.json()) as { id: string }[]).map(({ id }) => id))
    address = answer.headers.get(listHeaders.url) ?? ''
  }
  return ids
}
