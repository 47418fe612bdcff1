import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { addAdmin, addUser, logIn, logInAdmin, refusedWith } from '#test/people.ts'
import { updateRows } from '#test/rows.ts'
import * as contract from './contract.ts'

const support = await logInAdmin(await addAdmin({ roles: ['support'] }))

test('SC-13 AP-19 EN-02 an admin lists users by name, including deactivated ones only on request', async () => {
  const [zoe, amy] = [
    await addUser({ firstname: 'Zoe', lastname: 'Abbott', email: 'zoe@anchor.example' }),
    await addUser({ firstname: 'Amy', lastname: 'Abbott', email: 'amy@anchor.example' }),
  ]
  await updateRows('users', { id: amy.id }, { active: false })
  const active = await support.call(contract.listUsers, { query: { q: 'abbott' } })
  deepEqual(
    active.map(({ id }) => id),
    [zoe.id],
  )
  const both = await support.call(contract.listUsers, {
    query: { q: 'abbott', includeInactive: 'true' },
  })
  deepEqual(
    both.map(({ email, active, action }) => ({ email, active, action })),
    [
      { email: 'amy@anchor.example', active: false, action: 'activate' },
      { email: 'zoe@anchor.example', active: true, action: 'deactivate' },
    ],
  )
  deepEqual(Object.keys(active[0] ?? {}).sort(), [
    'action',
    'active',
    'email',
    'firstname',
    'id',
    'lastLogin',
    'lastname',
    'onboarded',
    'partner',
    'secondFactors',
    'status',
    'subsystems',
    'unreachable',
  ])
  equal(active[0]?.partner?.name, 'Harbour Ltd')
})

test('EN-02 the list contains the last login', async () => {
  const ida = await addUser({ lastname: 'Lastlogin' })
  const before = await support.call(contract.listUsers, { query: { q: 'lastlogin' } })
  equal(before[0]?.lastLogin, null)
  await logIn(ida)
  const [after] = await support.call(contract.listUsers, { query: { q: 'lastlogin' } })
  ok(Date.now() - Date.parse(after?.lastLogin ?? '') < 60_000)
})

test('SC-13 three or more letters match anywhere in a name or address; fewer match only at the start of a word', async () => {
  await addUser({ firstname: 'Xenia', lastname: 'Quillfeather', email: 'xq@ocean-100%.example' })
  for (const q of [
    'llfea',
    'XENIA',
    'xenia quill',
    'feather xen',
    'quillfeather xe',
    'x quill',
    'ean-100%',
    'quill %',
    'xq',
    'Qu',
    'x',
  ]) {
    deepEqual(await lastnamesFor(q), ['Quillfeather'], q)
  }
  for (const q of [
    'ui',
    '%',
    '_',
    '100_',
    "' or 1=1",
    '\\',
    'quill  nobody',
    'quill en',
    'quill &',
  ]) {
    deepEqual(await lastnamesFor(q), [], q)
  }
})

test('SC-13 a word that consists of signs matches anywhere', async () => {
  await addUser({ firstname: 'Xanthe - Ysolde', lastname: 'Brook & Vale' })
  for (const q of ['xanthe - ysolde', 'brook & vale', 'xanthe -'])
    deepEqual(await lastnamesFor(q), ['Brook & Vale'], q)
  deepEqual(await lastnamesFor('xanthe + ysolde'), [])
})

test('SC-13 a Chinese name is found in its written order, even by a single character', async () => {
  const { id } = await addUser({ firstname: '小明', lastname: '王' })
  for (const q of ['王小明', '王', '小明']) {
    deepEqual(
      (await support.call(contract.listUsers, { query: { q } })).map((user) => user.id),
      [id],
      q,
    )
  }
})

test('SC-13 the list can be filtered by company', async () => {
  const { id } = await addUser({ company: 'Apart Ltd' })
  const { partner } = await support.call(contract.getUser, { params: { id } })
  const query = { partner: partner?.id ?? '' }
  const users = await support.call(contract.listUsers, { query })
  deepEqual(
    users.map((user) => user.id),
    [id],
  )
})

test('AP-21 pages contain each user exactly once, even among users of the same name', async () => {
  const ids = new Set<string>()
  for (let count = 0; count < 7; count += 1) ids.add((await addUser({ lastname: 'Pagewell' })).id)
  const listed: string[] = []
  let address = '/api/admin/users?q=pagewell&limit=3'
  for (let page = 0; page < 3; page += 1) {
    const answer = await support.fetch(address)
    const list = (await answer.json()) as { id: string }[]
    listed.push(...list.map(({ id }) => id))
    address = answer.headers.get('x-next-url') ?? ''
    equal(address === '', page === 2)
  }
  deepEqual(new Set(listed), ids)
  equal(listed.length, 7)
})

test('AP-21 an altered cursor, a cursor of another admin and a too large limit are rejected', async () => {
  await addUser({ lastname: 'Cursorly' })
  await addUser({ lastname: 'Cursorly' })
  const answer = await support.fetch('/api/admin/users?q=cursorly&limit=1')
  const cursor = answer.headers.get('x-next-cursor') ?? ''
  const other = await logInAdmin(await addAdmin())
  const query = { q: 'cursorly' }
  const refusals = [
    await refusedWith(
      400001,
      support.call(contract.listUsers, { query: { ...query, cursor: `x${cursor}` } }),
    ),
    await refusedWith(400001, other.call(contract.listUsers, { query: { ...query, cursor } })),
  ]
  deepEqual(
    refusals.map(({ faults }) => faults[0]?.field),
    ['cursor', 'cursor'],
  )
  const tooMany = support.call(contract.listUsers, { query: { limit: 100_000 } })
  equal((await refusedWith(400001, tooMany)).faults[0]?.field, 'limit')
})

async function lastnamesFor(q: string): Promise<string[]> {
  const users = await support.call(contract.listUsers, { query: { q } })
  return users.map(({ lastname }) => lastname)
}
