import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { listHeaders } from '#contract/list.ts'
import { userStatuses } from '#contract/user-list.ts'
import { listUserIds } from '#domain/user-list.ts'
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

await updateRows(
  'users',
  { partnerId: forest },
  { onboardedAt: now, lastLoginAt: now, createdAt: ago('1 year') },
)
await updateRows('users', { id: beech.id }, { onboardedAt: null, lastLoginAt: null })
await updateRows('users', { id: cedar.id }, { active: false })
await addRow('failure_streaks', { key: elm.id, failures: 100, staleAt: fromNow('1 day') })
await updateRows(
  'users',
  { id: fir.id },
  { lastLoginAt: '2026-02-03T04:05:06Z', preferredLanguage: 'fr' },
)
await deleteRows('second_factors', { userId: [oak.id, ash.id] })
await addRow('passkeys', { userId: ash.id })

test('B3 each status names its users, and several add up', async () => {
  const wanted = { active: [ash, fir, oak], invited: [beech], locked: [elm], deactivated: [cedar] }
  for (const status of userStatuses)
    deepEqual(await found({ status }), idsOf(wanted[status]), status)
  deepEqual(await found({ status: 'locked,deactivated' }), idsOf([cedar, elm]))
  deepEqual(await found({}), idsOf([ash, beech, elm, fir, oak]), 'without the deactivated')
  const shown = await support.call(contract.listUsers, {
    query: { partner: forest, includeInactive: 'true' },
  })
  deepEqual(
    shown.map(({ status }) => status),
    ['active', 'invited', 'deactivated', 'locked', 'active', 'active'],
  )
})

test('B3 users are found by second factor, language and the day of the last login', async () => {
  deepEqual(await found({ secondFactor: 'passkey' }), [ash.id])
  ok((await found({ secondFactor: 'none' })).includes(oak.id))
  ok(!(await found({ secondFactor: 'none' })).includes(ash.id))
  deepEqual(await found({ language: 'fr' }), [fir.id])
  deepEqual(await found({ lastLoginBefore: '2026-02-04' }), idsOf([beech, fir]))
  deepEqual(await found({ lastLoginBefore: '2026-02-03' }), [beech.id])
})

test('B3 who has no second factor is found whatever took or gave the last one', async () => {
  const states: boolean[] = []
  const ofOak = { userId: oak.id }
  for (const change of [
    async () => undefined,
    () => addRow('second_factors', ofOak),
    () => updateRows('second_factors', ofOak, { confirmedAt: now }),
    () => updateRows('second_factors', ofOak, { disabledAt: now }),
    () => addRow('passkeys', ofOak),
    () => deleteRows('second_factors', ofOak),
    () => updateRows('passkeys', ofOak, { disabledAt: now }),
    () => updateRows('passkeys', ofOak, { disabledAt: null }),
    () => deleteRows('passkeys', ofOak),
  ]) {
    await change()
    states.push((await found({ secondFactor: 'none' })).includes(oak.id))
  }
  deepEqual(states, [true, true, false, true, false, false, true, false, true])
})

/** With what is done at the end of a transaction, before it is committed. */
async function take(tx: Transaction, table: 'second_factors' | 'passkeys'): Promise<void> {
  await deleteRows(table, { userId: oak.id }, tx)
  await run(tx)`set constraints all immediate`
}

test('B3 of two calls that each take one of the last two factors at once, none leaves the user out', async () => {
  await addRow('second_factors', { userId: oak.id, secret: '', confirmedAt: now })
  await addRow('passkeys', { userId: oak.id })
  ok(!(await found({ secondFactor: 'none' })).includes(oak.id))
  let second: Promise<void> | undefined
  await transaction(db, async (tx) => {
    await take(tx, 'second_factors')
    second = transaction(db, (other) => take(other, 'passkeys'))
    await untilLocked(1)
  })
  await second
  ok((await found({ secondFactor: 'none' })).includes(oak.id))
})

test('B3 a platform and the search combine with every other filter', async () => {
  const { id: platform } = await addPlatform({ id: 'timber' })
  await addRow('subsystem_accounts', { userId: oak.id, subsystemId: platform })
  ok((await found({ platform })).includes(oak.id))
  deepEqual(await found({ platform: 'no-such-platform' }), [])
  deepEqual(await found({ q: 'wood.example', status: 'invited' }), [beech.id])
  deepEqual(await found({ q: 'wood.example', language: 'fr', sort: '-lastLogin' }), [fir.id])
})

test('B3 each sort goes both ways, page by page', async () => {
  const all = [ash, beech, elm, fir, oak].map(({ id }) => id)
  for (const sort of ['name', 'lastLogin', 'created'] as const) {
    const forward = await paged({ partner: forest, sort })
    const backward = await paged({ partner: forest, sort: `-${sort}` })
    deepEqual(forward, backward.toReversed(), sort)
    deepEqual(new Set(forward), new Set(all), sort)
  }
  deepEqual(
    (await found({ sort: 'lastLogin' })).slice(0, 2),
    [beech.id, fir.id],
    'never is before all',
  )
})

test('AP-21 the total is counted, and stays out of later pages', async () => {
  const first = await support.fetch(`/api/admin/users?partner=${forest}&limit=2`)
  equal(first.headers.get(listHeaders.total), '5')
  equal(first.headers.get(listHeaders.estimated), 'false')
  const next = await support.fetch(first.headers.get(listHeaders.url) ?? '')
  equal(next.headers.get(listHeaders.total), null)
})

test('AP-21 what is not offered is 400001: a sort, a status, a day, and the cursor of another sort', async () => {
  for (const query of [
    { sort: 'email' },
    { status: 'sleepy' },
    { lastLoginBefore: '2026-02-31' },
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
 * Which index serves which combination, the first that fits. A `set` of few users is collected and sorted by anything;
 * else the index is walked along in the order of the sort, and other filters are looked at row by row, for 10,000 rows
 * at most: the answer then says how far it looked.
 */
const userListPlans = [
  { filter: 'locked', sort: 'any', index: 'rate_limits_pkey', way: 'set' },
  { filter: 'platform', sort: 'any', index: 'subsystem_accounts_of_platform', way: 'set' },
  { filter: 'partner', sort: 'any', index: 'users_of_company_by_name', way: 'set' },
  { filter: 'secondFactor', sort: 'any', index: 'users_without_factor', way: 'set' },
  { filter: 'q', sort: 'any', index: 'users_search_text', way: 'set' },
  { filter: 'partner', sort: 'name', index: 'users_of_company_by_name', way: 'walk' },
  { filter: 'deactivated', sort: 'name', index: 'users_deactivated_by_name', way: 'walk' },
  { filter: 'invited', sort: 'name', index: 'users_invited_by_name', way: 'walk' },
  { filter: 'invited', sort: 'created', index: 'users_invited_by_creation', way: 'walk' },
  { filter: 'language', sort: 'name', index: 'users_of_language_by_name', way: 'walk' },
  { filter: 'lastLoginBefore', sort: 'lastLogin', index: 'users_by_last_login', way: 'walk' },
  { filter: 'none', sort: 'name', index: 'users_listed', way: 'walk' },
  { filter: 'none', sort: 'lastLogin', index: 'users_by_last_login', way: 'walk' },
  { filter: 'none', sort: 'created', index: 'users_by_creation', way: 'walk' },
] as const

test('every index that serves the filters exists', async () => {
  const known = await scalars<string>(db)`select indexname from pg_indexes`
  for (const { index } of userListPlans) ok(known.includes(index), index)
})

test('the export has what the list has, with no formula', async () => {
  await updateRows('users', { id: oak.id }, { firstname: '+1' })
  const owner = await logInAdmin(await addAdmin({ roles: ['support'] }))
  const answer = await owner.fetch(`/api/admin/users/export?partner=${forest}&status=active`)
  const text = await answer.text()
  equal(text.split('\r\n').length, 5, text)
  ok(text.includes('"\'+1","Oak"'), text)
  equal(await scalar(db)`select count(*) from audit_log where action = 'users_exported'`, 1)
})

async function found(query: Record<string, string>): Promise<string[]> {
  const asked = { partner: forest, ...query }
  const users = await support.call(contract.listUsers, { query: asked as object })
  return users.map(({ id }) => id)
}

function idsOf(users: readonly Person[]): string[] {
  return users.map(({ id }) => id)
}

async function paged(query: Record<string, string>): Promise<string[]> {
  const ids: string[] = []
  let address = `/api/admin/users?${new URLSearchParams({ ...query, limit: '2' })}`
  while (address !== '') {
    const answer = await support.fetch(address)
    ids.push(...((await answer.json()) as { id: string }[]).map(({ id }) => id))
    address = answer.headers.get(listHeaders.url) ?? ''
  }
  return ids
}
