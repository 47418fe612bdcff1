import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes, commonErrors } from '#contract/refusal.ts'
import { getMe } from '#contract/me.ts'
import { db, scalar, scalars } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { mailbox } from '#test/mailbox.ts'
import {
  addAdmin,
  addPlatform,
  addUser,
  logIn,
  logInAdmin,
  refusedWith,
  visitor,
  type TestUser,
  type UserOptions,
} from '#test/people.ts'
import { updateRows } from '#test/rows.ts'
import { until } from '#test/until.ts'
import { startWorker } from '../../../app/worker.ts'
import { getPlatforms, setPlatforms } from './contract.ts'

const admin = await addAdmin({ roles: ['support'], firstname: 'Mary', lastname: 'Ward' })
const browser = await logInAdmin(admin)
for (const id of ['hub', 'board', 'orders']) await addPlatform({ id, name: id.toUpperCase() })
const unknownId = '01900000-0000-7000-8000-000000000000'
const reason = 'Joined the treasury'

type Wanted = { id: string; active?: boolean }[]

function set({ id }: { id: string }, subsystems: Wanted, etag?: string) {
  const headers = etag === undefined ? {} : { 'if-match': etag }
  return browser.call(setPlatforms, { params: { id }, headers, body: { subsystems, reason } })
}

const readPlatforms = ({ id }: { id: string }) => browser.call(getPlatforms, { params: { id } })

async function stateOf(user: TestUser): Promise<Record<string, string>> {
  const { platforms } = await readPlatforms(user)
  return Object.fromEntries(platforms.filter(({ given }) => given).map((p) => [p.id, p.state]))
}

function accessRows({ id }: TestUser) {
  return auditOf(id).then((all) =>
    all
      .filter(({ action }) => action.startsWith('platform_access_'))
      .map(({ action, data }) => ({ action, ...data })),
  )
}

const change = (subsystem: string, before: object, after: object) => ({
  subsystem,
  before,
  after,
  reason,
})

/** Sorts the audit rows, because the rows of one change have no defined order. */
function sorted(rows: { action: string; subsystem?: unknown }[]) {
  const keyOf = (each: (typeof rows)[number]) => `${each.action} ${String(each.subsystem)}`
  return rows.toSorted((first, second) => keyOf(first).localeCompare(keyOf(second)))
}

const newUser = (options: UserOptions = {}) => addUser({ platforms: ['hub'], ...options })

test('M1: an admin grants, deactivates, activates and revokes access, each audited with the values before and after', async () => {
  const ada = await newUser()
  deepEqual(await stateOf(ada), { hub: 'active' })
  await set(ada, [{ id: 'hub' }, { id: 'orders' }])
  deepEqual(await stateOf(ada), { hub: 'active', orders: 'active' })
  await set(ada, [{ id: 'hub' }, { id: 'orders', active: false }])
  deepEqual(await stateOf(ada), { hub: 'active', orders: 'deactivated' })
  await set(ada, [{ id: 'orders', active: true }])
  deepEqual(await stateOf(ada), { orders: 'active' })
  await set(ada, [])
  deepEqual(await stateOf(ada), {})
  const [on, off] = [{ active: true }, { active: false }]
  const rows = [
    { action: 'platform_access_given', ...change('orders', {}, on) },
    { action: 'platform_access_deactivated', ...change('orders', on, off) },
    { action: 'platform_access_taken', ...change('hub', on, {}) },
    { action: 'platform_access_activated', ...change('orders', off, on) },
    { action: 'platform_access_taken', ...change('orders', on, {}) },
  ]
  deepEqual(sorted(await accessRows(ada)), sorted(rows))
})

test("M1: the list has the user's platforms and those that the company can grant, with an etag", async () => {
  const ada = await newUser({ company: 'Narrow Ltd' })
  await updateRows('partners', { name: 'Narrow Ltd' }, { subsystems: '{board}' })
  const plain = { expiresAt: null, roles: [], offeredRoles: [] }
  deepEqual(await readPlatforms(ada), {
    platforms: [
      { id: 'board', name: 'BOARD', given: false, active: false, state: 'no_access', ...plain },
      { id: 'hub', name: 'HUB', given: true, active: true, state: 'wrong_subsystem', ...plain },
    ],
    etag: '"1"',
  })
  equal((await set(ada, [{ id: 'hub' }, { id: 'board' }])).etag, '"2"')
})

test('M1: an omitted `active` keeps its value, and an unchanged list writes and mails nothing', async () => {
  const ada = await newUser()
  const { etag } = await set(ada, [{ id: 'hub', active: false }, { id: 'board' }])
  const before = [await accessRows(ada), await mailsTo(ada)]
  const again = await set(ada, [{ id: 'board' }, { id: 'hub' }])
  deepEqual([again.etag, await stateOf(ada)], [etag, { board: 'active', hub: 'deactivated' }])
  deepEqual([await accessRows(ada), await mailsTo(ada)], before)
})

test('M1: a platform that the company lacks, an unknown one and a duplicate are refused and change nothing', async () => {
  const ada = await newUser({ company: 'Small Ltd' })
  await updateRows('partners', { name: 'Small Ltd' }, { subsystems: '{board}' })
  for (const [subsystems, rule] of [
    [[{ id: 'board' }, { id: 'orders' }], 'notOfCompany'],
    [[{ id: 'orders', active: false }], 'notOfCompany'],
    [[{ id: 'board' }, { id: 'kitchen' }], 'unknownPlatform'],
    [[{ id: 'board' }, { id: 'board', active: false }], 'listedTwice'],
  ] as const) {
    const refusal = await refusedWith(commonErrors.invalidInput, set(ada, [...subsystems]))
    deepEqual(refusal.faults, [{ code: 400001, field: 'subsystems', rule }])
  }
  deepEqual(await stateOf(ada), { hub: 'wrong_subsystem' })
  // The user may keep a platform that the company no longer has.
  await set(ada, [{ id: 'hub' }, { id: 'board' }])
  await set(ada, [{ id: 'hub', active: false }, { id: 'board' }])
  const refusal = await refusedWith(400001, set(ada, [{ id: 'hub', active: true }]))
  equal(refusal.faults[0]?.rule, 'notOfCompany')
  const alone = await newUser({ company: null })
  equal((await refusedWith(400001, set(alone, [{ id: 'board' }]))).faults[0]?.rule, 'notOfCompany')
})

test('M1: a reason is required; an unknown id, a malformed id and the id of an admin answer 404', async () => {
  const { id } = await newUser()
  const request = { params: { id }, headers: {}, body: { subsystems: [], reason: ' ' } }
  const refusal = await refusedWith(400001, browser.call(setPlatforms, request))
  deepEqual(refusal.faults, [{ code: 400001, field: 'reason', rule: 'required' }])
  for (const unknown of [unknownId, 'nothing', admin.id]) {
    await refusedWith(commonErrors.notFound, set({ id: unknown }, []))
    await refusedWith(commonErrors.notFound, readPlatforms({ id: unknown }))
  }
})

test('M1: an outdated If-Match is refused with the name of the other admin; If-Match may be omitted', async () => {
  const ada = await newUser()
  const { etag } = await readPlatforms(ada)
  const rosa = await logInAdmin(await addAdmin({ firstname: 'Rosa', lastname: 'Luz' }))
  await set(ada, [{ id: 'board' }], etag)
  const request = { params: { id: ada.id }, headers: { 'if-match': etag } }
  const refusal = await refusedWith(
    errorCodes.changedMeanwhile,
    rosa.call(setPlatforms, { ...request, body: { subsystems: [], reason } }),
  )
  deepEqual(refusal.faults, [{ code: 409001, by: 'Mary Ward' }])
  deepEqual(await stateOf(ada), { board: 'active' })
  await refusedWith(400001, set(ada, [], 'x'))
  await set(ada, [])
  deepEqual(await stateOf(ada), {})
})

test('M1: exactly one of 20 concurrent changes with one etag succeeds; without an etag each applies to the latest state', async () => {
  const ada = await newUser()
  const { etag } = await readPlatforms(ada)
  const turns = Array.from({ length: 20 }, (_, at) => (at % 2 ? 'board' : 'orders'))
  const answers = await Promise.allSettled(turns.map((id) => set(ada, [{ id }], etag)))
  equal(answers.filter(({ status }) => status === 'fulfilled').length, 1)
  await Promise.all(turns.map((id) => set(ada, [{ id }])))
  equal(Object.keys(await stateOf(ada)).length, 1)
  // Grants and revocations alternate: no row records a change that an earlier row had already made.
  const changes = await accessRows(ada)
  const left = new Map<string, boolean>([['hub', true]])
  for (const { action, ...data } of changes) {
    const { subsystem } = data as unknown as { subsystem: string }
    equal(left.get(subsystem) ?? false, action === 'platform_access_taken', subsystem)
    left.set(subsystem, action === 'platform_access_given')
  }
})

test('M1: one mail lists granted and revoked platforms in the user’s language, and links to the platform', async () => {
  const worker = await startWorker()
  const ada = await newUser({ preferredLanguage: 'fr' })
  await set(ada, [{ id: 'orders' }])
  const mail = await mailbox.waitFor(ada.email, /plateformes/, 20_000)
  match(mail.text, /Vous pouvez maintenant ouvrir ORDERS .*\n+Vous ne pouvez plus ouvrir HUB\./)
  match(mail.text, /Ouvrir ORDERS.*\n+http:\/\/orders\.example/)
  equal(mail.text.includes(reason), false)
  deepEqual(await mailsTo(ada), ['platforms-changed'])
  await worker.stop()
})

test('M1: a change of platforms neither activates nor mails a deactivated user', async () => {
  const ada = await newUser()
  await updateRows('users', { id: ada.id }, { active: false })
  await set(ada, [{ id: 'board' }])
  equal(await scalar(db)`select active from users where id = ${ada.id}`, false)
  const worker = await startWorker()
  const stateOfMail = () => scalar(db)`select state from mails where user_id = ${ada.id}`
  await until(async () => (await stateOfMail()) === 'failed')
  await worker.stop()
})

test('M1: granted access appears at the user’s next request', async () => {
  const ada = await newUser()
  const laptop = await logIn(ada)
  await set(ada, [{ id: 'hub' }, { id: 'board' }])
  const { subsystems } = await laptop.call(getMe, {})
  deepEqual(
    subsystems.map(({ id }) => id),
    ['board', 'hub'],
  )
})

test('M1 PE-02: an admin without the permission for users can neither see nor set platforms', async () => {
  const { id } = await newUser()
  const body = { subsystems: [], reason }
  for (const [other, code] of [
    [await logInAdmin(await addAdmin({ roles: ['auditor'] })), commonErrors.forbidden],
    [await logIn(await addUser()), commonErrors.notLoggedIn],
    [await visitor(), commonErrors.notLoggedIn],
  ] as const) {
    await refusedWith(code, other.call(getPlatforms, { params: { id } }))
    await refusedWith(code, other.call(setPlatforms, { params: { id }, headers: {}, body }))
  }
})

function mailsTo({ id }: TestUser): Promise<string[]> {
  return scalars<string>(db)`select kind from mails where user_id = ${id}`
}
