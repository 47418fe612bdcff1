import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { commonErrors } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import { findOrCreatePartner } from '#domain/partner.ts'
import { db, scalar } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { addAdmin, addPlatform, addUser, logInAdmin, refusedWith } from '#test/people.ts'
import { recordOpened, searchEverything } from './contract.ts'

/** Not every id has a digit among its first eight characters. */
const anId = (first: number) => `${first}${randomUUID().slice(1)}`

const support = await addAdmin({ roles: ['support'] })
const [ofSupport, ofAuditor, ofSuper] = [
  await logInAdmin(support),
  await logInAdmin(await addAdmin({ roles: ['auditor'] })),
  await logInAdmin(await addAdmin({ roles: ['super_admin'] })),
]
const company = 'Zephyr Trading'
const zara = await addAdmin({ roles: ['support'], firstname: 'Zara', lastname: 'Zephyrson' })
const zoe = await addUser({ firstname: 'Zoë', lastname: 'Zephyrine', company })
const partnerId = await findOrCreatePartner(db, company)
await addPlatform({ id: 'zephyr-hub', name: 'Zephyr hub' })

test('B10: part of a name finds users, companies, platforms and admins that the admin may see, and no others', async () => {
  const find = async (browser: typeof ofSupport) => {
    const found = await browser.call(searchEverything, { query: { q: 'zephyr' } })
    return [found.users, found.companies, found.platforms, found.admins].map((all) =>
      all.map(({ id }) => id),
    )
  }
  deepEqual(await find(ofSuper), [[zoe.id], [partnerId], ['zephyr-hub'], [zara.id]])
  const { users } = await ofSuper.call(searchEverything, { query: { q: 'zephyr' } })
  deepEqual(
    users.map((user) => user.company),
    [company],
  )
  deepEqual(await find(ofSupport), [[zoe.id], [partnerId], [], []])
  deepEqual(await find(ofAuditor), [[], [], [], []])
  await refusedWith(
    commonErrors.invalidInput,
    ofSuper.call(searchEverything, { query: { q: ' ' } }),
  )
})

test('B10: eight of a kind at most', async () => {
  for (let count = 0; count < 10; count += 1)
    await addUser({ lastname: 'Wintergreen', hasSecondFactor: false })
  const { users } = await ofSupport.call(searchEverything, { query: { q: 'wintergreen' } })
  equal(users.length, 8)
})

test('B10: a search leaves no row in the log; what is opened of it does', async () => {
  const count = () =>
    scalar<number>(db)`select count(*) from audit_log where actor_id = ${support.id}`
  const before = (await count()) ?? 0
  await ofSupport.call(searchEverything, { query: { q: 'zephyr' } })
  equal(await count(), before)
  await ofSupport.call(recordOpened, { body: { kind: 'user', id: zoe.id } })
  const [row] = await auditOf(zoe.id)
  deepEqual(
    [row?.action, row?.actorId, row?.data],
    ['search_result_opened', support.id, { kind: 'user' }],
  )
  for (const body of [
    { kind: 'user', id: randomUUID() },
    { kind: 'user', id: 'nothing' },
    { kind: 'company', id: zoe.id },
  ] as const)
    await refusedWith(commonErrors.notFound, ofSupport.call(recordOpened, { body }))
  for (const body of [
    { kind: 'platform', id: 'zephyr-hub' },
    { kind: 'platform', id: 'unknown' },
  ] as const)
    await refusedWith(commonErrors.forbidden, ofSupport.call(recordOpened, { body }))
  const opened = scalar(db)`select count(*) from audit_log where action = 'search_result_opened'`
  equal(await opened, 1)
})

test('a request is found by its id, with or without hyphens, or by its first eight characters, by those who may read an entry of it', async () => {
  const [ofUser, ofAdmin, hex] = [anId(1), anId(2), anId(3).replaceAll('-', '')]
  await recordAudit(db, { userId: zoe.id, requestId: ofUser }, 'login_succeeded')
  await recordAudit(db, { userId: zoe.id, requestId: hex }, 'login_succeeded')
  await recordAudit(db, { kind: 'system', requestId: ofAdmin }, 'signing_key_rotated')
  const manager = await logInAdmin(await addAdmin({ roles: ['user_admin'] }))
  const find = async (browser: typeof ofSupport, q: string) => {
    const { requests } = await browser.call(searchEverything, { query: { q } })
    return requests.map(({ id }) => id)
  }
  for (const typed of [ofUser, ` ${ofUser.toUpperCase()} `, ofUser.replaceAll('-', '')]) {
    deepEqual(await find(ofSupport, typed), [ofUser])
    deepEqual(await find(ofAuditor, typed), [ofUser])
    deepEqual(await find(manager, typed), [])
  }
  deepEqual(await find(ofSupport, hex), [hex])
  deepEqual(await find(ofSupport, ofAdmin), [])
  deepEqual(await find(ofAuditor, ofAdmin), [ofAdmin])
  for (const typed of [ofUser.slice(0, 8), ofUser.slice(0, 13)]) {
    deepEqual(await find(ofAuditor, typed), [ofUser])
    deepEqual(await find(manager, typed), [])
  }
  deepEqual(await find(ofSupport, ofAdmin.slice(0, 8)), [])
  for (const typed of [ofUser.slice(1), ofUser.slice(0, 7), `${ofUser}0`, randomUUID(), 'zephyr'])
    deepEqual(await find(ofAuditor, typed), [])
})
