import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { commonErrors } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { storeClientRefusals } from '#domain/platforms/client-refusal.ts'
import { findOrCreatePartner } from '#domain/companies/partner.ts'
import { db, scalar } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { addAdmin, addPlatform, addUser, logInAdmin, refusedWith } from '#test/people.ts'
import { recordOpened, searchEverything } from './contract.ts'

/** Returns a random UUID with the given first digit, because search needs a digit among the first eight characters. */
const anId = (first: number) => `${first}${randomUUID().slice(1)}`

const support = await addAdmin({ roles: ['support'] })
const [supportBrowser, auditorBrowser, superBrowser] = [
  await logInAdmin(support),
  await logInAdmin(await addAdmin({ roles: ['auditor'] })),
  await logInAdmin(await addAdmin({ roles: ['super_admin'] })),
]
const company = 'Zephyr Trading'
const zara = await addAdmin({ roles: ['support'], firstname: 'Zara', lastname: 'Zephyrson' })
const zoe = await addUser({ firstname: 'Zoë', lastname: 'Zephyrine', company })
const partnerId = await findOrCreatePartner(db, company)
await addPlatform({ id: 'zephyr-hub', name: 'Zephyr hub' })

test('B10: part of a name finds only those users, companies, platforms and admins that the searching admin may see', async () => {
  const find = async (browser: typeof supportBrowser) => {
    const results = await browser.call(searchEverything, { query: { q: 'zephyr' } })
    return [results.users, results.companies, results.platforms, results.admins].map((all) =>
      all.map(({ id }) => id),
    )
  }
  deepEqual(await find(superBrowser), [[zoe.id], [partnerId], ['zephyr-hub'], [zara.id]])
  const { users } = await superBrowser.call(searchEverything, { query: { q: 'zephyr' } })
  deepEqual(
    users.map((user) => user.company),
    [company],
  )
  deepEqual(await find(supportBrowser), [[zoe.id], [partnerId], [], []])
  deepEqual(await find(auditorBrowser), [[], [], [], []])
  await refusedWith(
    commonErrors.invalidInput,
    superBrowser.call(searchEverything, { query: { q: ' ' } }),
  )
})

test('B10: a search returns at most eight results of a kind', async () => {
  for (let count = 0; count < 10; count += 1)
    await addUser({ lastname: 'Wintergreen', hasSecondFactor: false })
  const { users } = await supportBrowser.call(searchEverything, { query: { q: 'wintergreen' } })
  equal(users.length, 8)
})

test('B10: a search is not recorded in the audit log, but opening a result is', async () => {
  const count = () =>
    scalar<number>(db)`select count(*) from audit_log where actor_id = ${support.id}`
  const before = (await count()) ?? 0
  await supportBrowser.call(searchEverything, { query: { q: 'zephyr' } })
  equal(await count(), before)
  await supportBrowser.call(recordOpened, { body: { kind: 'user', id: zoe.id } })
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
    await refusedWith(commonErrors.notFound, supportBrowser.call(recordOpened, { body }))
  for (const body of [
    { kind: 'platform', id: 'zephyr-hub' },
    { kind: 'platform', id: 'unknown' },
  ] as const)
    await refusedWith(commonErrors.forbidden, supportBrowser.call(recordOpened, { body }))
  const openedCount = scalar(db)`
    select count(*) from audit_log where action = 'search_result_opened' and actor_id = ${support.id}`
  equal(await openedCount, 1)
})

test('a request is found by its full id, with or without hyphens, or its first eight characters, by admins who may read it', async () => {
  const [userRequest, adminRequest, hexRequest] = [anId(1), anId(2), anId(3).replaceAll('-', '')]
  await recordAudit(db, { userId: zoe.id, requestId: userRequest }, 'login_succeeded')
  await recordAudit(db, { userId: zoe.id, requestId: hexRequest }, 'login_succeeded')
  await recordAudit(db, { kind: 'system', requestId: adminRequest }, 'signing_key_rotated')
  const manager = await logInAdmin(await addAdmin({ roles: ['user_admin'] }))
  const find = async (browser: typeof supportBrowser, q: string) => {
    const { requests } = await browser.call(searchEverything, { query: { q } })
    return requests.map(({ id }) => id)
  }
  for (const text of [
    userRequest,
    ` ${userRequest.toUpperCase()} `,
    userRequest.replaceAll('-', ''),
  ]) {
    deepEqual(await find(supportBrowser, text), [userRequest])
    deepEqual(await find(auditorBrowser, text), [userRequest])
    deepEqual(await find(manager, text), [])
  }
  deepEqual(await find(supportBrowser, hexRequest), [hexRequest])
  deepEqual(await find(supportBrowser, adminRequest), [])
  deepEqual(await find(auditorBrowser, adminRequest), [adminRequest])
  for (const text of [userRequest.slice(0, 8), userRequest.slice(0, 13)]) {
    deepEqual(await find(auditorBrowser, text), [userRequest])
    deepEqual(await find(manager, text), [])
  }
  deepEqual(await find(supportBrowser, adminRequest.slice(0, 8)), [])
  for (const text of [
    userRequest.slice(1),
    userRequest.slice(0, 7),
    `${userRequest}0`,
    randomUUID(),
    'zephyr',
  ])
    deepEqual(await find(auditorBrowser, text), [])
})

const refusalsOf = async (q: string, browser = superBrowser) =>
  (await browser.call(searchEverything, { query: { q } })).refusals

test('3A28: a rejected request of a platform is found by its request id, by admins who see platforms', async () => {
  const requestId = anId(4)
  const refusal = {
    endpoint: '/oidc/auth',
    error: 'invalid_redirect_uri',
    reason: '',
    value: 'https://elsewhere.example/callback',
    requestId,
    ipAddress: '192.0.2.1',
    at: new Date(),
  }
  await storeClientRefusals(db, new Map([['zephyr-hub', [refusal]]]))
  const { error, reason, value } = refusal
  const platform = { platformId: 'zephyr-hub', platform: 'Zephyr hub' }
  for (const q of [
    requestId,
    requestId.toUpperCase(),
    requestId.replaceAll('-', ''),
    requestId.slice(0, 8),
  ])
    deepEqual(await refusalsOf(q), [{ requestId, ...platform, error, reason, value }])
  deepEqual(await refusalsOf(requestId, supportBrowser), [])
  for (const q of [requestId.slice(0, 7), randomUUID()]) deepEqual(await refusalsOf(q), [])
})
