import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { all, common } from '#contract/refusal.ts'
import { getMe } from '#contract/me.ts'
import { partnerNamed } from '#domain/partner.ts'
import { entryRefusal } from '#domain/entry.ts'
import { giveAccess } from '#domain/subsystem.ts'
import { db, row, sql } from '#server/db.ts'
import { addAdmin, logInAdmin } from '#test/admins.ts'
import { auditOf } from '#test/audit.ts'
import { addUser, logIn, refusedWith, visitor } from '#test/people.ts'
import { ask, follow, isActive, newPlatform, tokensOf } from '#test/platform.ts'
import { refreshTokenGrant } from 'openid-client'
import { startWorker } from '../../app/worker.ts'
import * as contract from './contract.ts'

const admin = await addAdmin({ roles: ['support'], firstname: 'Mary', lastname: 'Ward' })
const browser = await logInAdmin(admin)
const [hub, board] = [await newPlatform(), await newPlatform()]
const both = [hub.id, board.id]
const unknownId = '01900000-0000-7000-8000-000000000000'

test('a company is added with its platforms and ranges, and listed by a part of its name', async () => {
  const id = await added('Northern Quay', {
    ipAllowRules: [
      { subsystem: null, cidr: '203.0.113.9/24' },
      { subsystem: hub.id, cidr: '2001:DB8::/32' },
      { subsystem: null, cidr: '203.0.113.0/24' },
    ],
  })
  const [listed] = await browser.call(contract.listPartners, { query: { q: 'THERN q' } })
  deepEqual(listed, {
    id,
    name: 'Northern Quay',
    active: true,
    subsystems: both,
    ipAllowRules: [
      { subsystem: null, cidr: '203.0.113.0/24' },
      { subsystem: hub.id, cidr: '2001:db8::/32' },
    ],
    people: 0,
    etag: '"1"',
  })
  equal((await auditOf(id))[0]?.action, 'partner_added')
})

test('a change is recorded with what was before and after', async () => {
  const id = await added('Changing Ltd')
  const after = { name: 'Changed Ltd', active: true, subsystems: [hub.id], ipAllowRules: [] }
  const changed = await change(id, '"1"', after)
  equal(changed.etag, '"2"')
  const { action, data } = (await auditOf(id)).at(-1) ?? {}
  equal(action, 'partner_changed')
  deepEqual(data, {
    before: { name: 'Changing Ltd', active: true, subsystems: both, ipAllowRules: [] },
    after,
  })
})

test('of two admins who change a company at once, the second is told who the first was', async () => {
  const id = await added('Contested Ltd')
  const other = await logInAdmin(await addAdmin({ firstname: 'Rosa', lastname: 'Luz' }))
  const body = { name: 'Contested Ltd', active: true, subsystems: both, ipAllowRules: [] }
  const sent = { params: { id }, headers: { 'if-match': '"1"' }, body }
  await browser.call(contract.changePartner, sent)
  const refusal = await refusedWith(all.changedMeanwhile, other.call(contract.changePartner, sent))
  deepEqual(refusal.faults, [{ code: 409001, by: 'Mary Ward' }])

  const many = await Promise.allSettled(Array.from({ length: 10 }, () => change(id, '"2"', body)))
  equal(many.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('whoever does not say what she has seen changes nothing', async () => {
  const id = await added('Unseen Ltd')
  const body = { name: 'Unseen Ltd', active: false, subsystems: [], ipAllowRules: [] }
  for (const etag of ['*', '', '1', '"x"']) {
    const asked = browser.call(contract.changePartner, {
      params: { id },
      headers: { 'if-match': etag },
      body,
    })
    await refusedWith(400001, asked)
  }
  equal((await browser.call(contract.getPartner, { params: { id } })).active, true)
})

test('a name that is taken, an unknown platform and what is no range of addresses are named', async () => {
  await added('Taken Ltd')
  const id = await added('Other Ltd')
  const right = { name: 'Fresh Ltd', active: true, subsystems: both, ipAllowRules: [] }
  const taken = { ...right, name: 'Taken Ltd' }
  for (const asked of [
    () => browser.call(contract.addPartner, { body: taken }),
    () => change(id, '"1"', taken),
  ]) {
    const { faults } = await refusedWith(400001, asked())
    deepEqual(faults, [{ code: 400001, field: 'name', rule: 'nameTaken' }])
  }
  const wrong = [
    [{ ...right, subsystems: ['kitchen'] }, 'subsystems'],
    [{ ...right, ipAllowRules: [{ subsystem: 'kitchen', cidr: '::/0' }] }, 'ipAllowRules'],
    [{ ...right, ipAllowRules: [{ subsystem: null, cidr: '10.0.0.0/33' }] }, 'ipAllowRules.0.cidr'],
    [{ ...right, name: '=1+1' }, 'name'],
    [{ ...right, name: '' }, 'name'],
  ] as const
  for (const [body, field] of wrong) {
    const sent = { ...body, subsystems: [...body.subsystems], ipAllowRules: [...body.ipAllowRules] }
    const { faults } = await refusedWith(400001, browser.call(contract.addPartner, { body: sent }))
    equal(faults[0]?.field, field)
  }
})

test('PE-06 from an address outside of the company’s ranges nobody enters, from one inside she does', async () => {
  const { userId } = await somebodyOf('Fenced Ltd', [
    { subsystem: null, cidr: '198.51.100.0/24' },
    { subsystem: hub.id, cidr: '2001:db8:7::/48' },
  ])
  const stateAt = (subsystem: string, address: string) =>
    entryRefusal(db, userId, subsystem, address)
  for (const inside of [
    '198.51.100.1',
    '::ffff:198.51.100.255',
    '2001:db8:7::1',
    '2001:DB8:7:9::1%eth0',
  ]) {
    equal(await stateAt(hub.id, inside), undefined, inside)
  }
  for (const outside of [
    '198.51.101.1',
    '2001:db8:8::1',
    '',
    'unknown',
    "' or 1=1",
    '198.51.100.1, 10.0.0.1',
  ]) {
    equal(await stateAt(hub.id, outside), 'ip_not_allowed', outside)
  }
  equal(await stateAt(board.id, '2001:db8:7::1'), 'ip_not_allowed')
  equal(await stateAt(board.id, '198.51.100.9'), undefined)
})

test('PE-06 a company without ranges is open to every address, and ranges of another platform do not count', async () => {
  const open = await somebodyOf('Open Ltd', [])
  equal(await entryRefusal(db, open.userId, hub.id, ''), undefined)
  const half = await somebodyOf('Half Ltd', [{ subsystem: hub.id, cidr: '198.51.100.0/24' }])
  equal(await entryRefusal(db, half.userId, board.id, '192.0.2.1'), undefined)
  equal(await entryRefusal(db, half.userId, hub.id, '192.0.2.1'), 'ip_not_allowed')
})

test('PE-06 a platform that her company does not have is closed to her', async () => {
  const { userId } = await somebodyOf('Narrow Ltd', [], [board.id])
  equal(await entryRefusal(db, userId, hub.id, '192.0.2.1'), 'wrong_subsystem')
  equal(await entryRefusal(db, userId, board.id, '192.0.2.1'), undefined)
})

test('PE-06 the door refuses by the browser’s address; tokens by where she came from, not by where the platform stands', async () => {
  const about = await somebodyOf('Walled Ltd', [{ subsystem: null, cidr: '198.51.100.0/24' }])
  const inside = await logIn(about.somebody, { ipAddress: '198.51.100.20' })
  const { access, refresh } = await tokensOf(inside, hub)
  equal(await isActive(hub, access), true)
  const states = (await inside.call(getMe, {})).subsystems.map(({ state }) => state)
  deepEqual(states, ['active', 'active'])

  const outside = await logIn(about.somebody, { ipAddress: '192.0.2.77' })
  const { url } = await follow(outside, (await ask(hub)).url)
  equal(url.searchParams.get('error_type'), 'ip_not_allowed')
  const seen = (await outside.call(getMe, {})).subsystems.map(({ state }) => state)
  deepEqual(seen, ['ip_not_allowed', 'ip_not_allowed'])

  await change(about.partnerId, '"1"', {
    name: 'Walled Ltd',
    active: true,
    subsystems: both,
    ipAllowRules: [{ subsystem: null, cidr: '10.0.0.0/8' }],
  })
  equal(await isActive(hub, access), false)
  equal(
    await refreshTokenGrant(hub.config, refresh).then(
      () => 'refreshed',
      () => 'refused',
    ),
    'refused',
  )
})

test('before rules are saved it is said whom they would have refused during the last month', async () => {
  const { partnerId, somebody } = await somebodyOf('Trial Ltd', [])
  const others = await Promise.all([1, 2, 3].map(() => addUser({ company: 'Trial Ltd' })))
  for (const { id } of others) await giveAccess(db, id, [board.id])
  await loggedIn(somebody.id, '198.51.100.5')
  await loggedIn(others[0]!.id, '198.51.100.6')
  await loggedIn(others[0]!.id, '192.0.2.9')
  await loggedIn(others[1]!.id, '192.0.2.10')
  await loggedIn(others[2]!.id, '192.0.2.11', '40 days')

  const run = (ipAllowRules: { subsystem: string | null; cidr: string }[]) =>
    browser.call(contract.tryAllowRules, { params: { id: partnerId }, body: { ipAllowRules } })
  const { people, refused, examples } = await run([{ subsystem: null, cidr: '198.51.100.0/24' }])
  deepEqual([people, refused], [3, 2])
  deepEqual(
    examples.map(({ id, ipAddress }) => `${id} ${ipAddress}`).sort(),
    [`${others[0]!.id} 192.0.2.9`, `${others[1]!.id} 192.0.2.10`].sort(),
  )
  deepEqual(await run([]), { people: 3, refused: 0, examples: [] })
  equal((await run([{ subsystem: hub.id, cidr: '10.0.0.0/8' }])).refused, 1)
  deepEqual(
    (await browser.call(contract.getPartner, { params: { id: partnerId } })).ipAllowRules,
    [],
  )
})

test('ST-06 deactivating a company ends its people’s sessions and tells the platforms, and nothing comes back', async () => {
  const { partnerId, somebody } = await somebodyOf('Closing Ltd', [])
  const laptop = await logIn(somebody)
  const { access } = await tokensOf(laptop, hub)
  const stranger = await logIn(await addUser())
  const facts = { name: 'Closing Ltd', subsystems: both, ipAllowRules: [] }
  equal(
    (await browser.call(contract.getPartner, { params: { id: partnerId } })).effect.openSessions,
    1,
  )

  await change(partnerId, '"1"', { ...facts, active: false })
  equal(await laptop.isLoggedIn(), false)
  equal(await isActive(hub, access), false)
  const worker = await startWorker()
  await until(async () => (await sessionsOf(somebody.id)) === 0)
  await change(partnerId, '"2"', { ...facts, active: true })
  await worker.stop()

  equal(await laptop.isLoggedIn(), false)
  equal(await isActive(hub, access), false)
  const untold = await row<{ count: number }>(
    db,
    sql`select count(*) from platform_sessions where user_id = ${somebody.id} and ended_at is not null`,
  )
  equal(untold?.count, 1)
  equal(await stranger.isLoggedIn(), true)
  equal(await (await logIn(somebody)).isLoggedIn(), true)
})

test('a company that does not exist, the id of a person and what is no id are not found', async () => {
  const { id: userId } = await addUser()
  const body = { name: 'Nowhere Ltd', active: true, subsystems: [], ipAllowRules: [] }
  for (const id of [userId, unknownId, 'nothing']) {
    await refusedWith(all.notFound, browser.call(contract.getPartner, { params: { id } }))
    await refusedWith(all.notFound, change(id, '"1"', body))
    const dryRun = { params: { id }, body: { ipAllowRules: [] } }
    await refusedWith(all.notFound, browser.call(contract.tryAllowRules, dryRun))
  }
})

test('AP-21 companies follow page by page, in the order of their names', async () => {
  const names: string[] = []
  let address = '/api/admin/partners?limit=2'
  while (address !== '') {
    const answer = await browser.fetch(address)
    names.push(
      ...((await answer.json()) as { name: string }[]).map(({ name }) => name.toLowerCase()),
    )
    address = answer.headers.get('x-next-url') ?? ''
  }
  deepEqual(names, [...new Set(names)].sort())
  equal(names.length > 4, true)
})

test('PE-02 whoever may not manage companies, is a person herself or nobody, is refused each of it', async () => {
  const params = { id: await partnerNamed(db, 'Harbour Ltd') }
  const body = { name: 'Mine Ltd', active: true, subsystems: [], ipAllowRules: [] }
  for (const [other, code] of [
    [await logInAdmin(await addAdmin({ roles: ['user_admin', 'auditor'] })), common.forbidden],
    [await logIn(await addUser()), common.notLoggedIn],
    [await visitor(), common.notLoggedIn],
  ] as const) {
    await refusedWith(code, other.call(contract.listPartners, {}))
    await refusedWith(code, other.call(contract.listSubsystems, {}))
    await refusedWith(code, other.call(contract.getPartner, { params }))
    await refusedWith(code, other.call(contract.addPartner, { body }))
    const headers = { 'if-match': '"1"' }
    await refusedWith(code, other.call(contract.changePartner, { params, headers, body }))
    await refusedWith(
      code,
      other.call(contract.tryAllowRules, { params, body: { ipAllowRules: [] } }),
    )
  }
  deepEqual(
    (await browser.call(contract.listSubsystems, {})).map(({ id }) => id),
    both,
  )
})

type Facts = Parameters<typeof browser.call<typeof contract.addPartner>>[1]['body']

async function added(name: string, about: Partial<Facts> = {}): Promise<string> {
  const body = { name, active: true, subsystems: both, ipAllowRules: [], ...about }
  return (await browser.call(contract.addPartner, { body })).id
}

function change(id: string, etag: string, body: Facts) {
  const headers = { 'if-match': etag }
  return browser.call(contract.changePartner, { params: { id }, headers, body })
}

async function somebodyOf(company: string, rules: Facts['ipAllowRules'], subsystems = both) {
  const partnerId = await added(company, { ipAllowRules: rules, subsystems })
  const somebody = await addUser({ company })
  await giveAccess(db, somebody.id, both)
  return { partnerId, somebody, userId: somebody.id }
}

async function loggedIn(userId: string, ipAddress: string, ago = '1 day'): Promise<void> {
  await db.query(
    `insert into audit_log (id, timestamp, actor_kind, actor_id, action, ip_address)
     values (gen_random_uuid(), now() - $3::interval, 'user', $1, 'login_succeeded', $2)`,
    [userId, ipAddress, ago],
  )
}

async function sessionsOf(userId: string): Promise<number> {
  const found = await row<{ count: number }>(
    db,
    sql`select count(*) from sessions where user_id = ${userId}`,
  )
  return found?.count ?? 0
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (let wait = 0; wait < 200; wait += 1) {
    if (await isTrue()) return
    await delay(50)
  }
  throw new Error('waited in vain')
}
