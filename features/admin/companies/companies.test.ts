import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { getMe } from '#contract/me.ts'
import { errorCodes, commonErrors } from '#contract/refusal.ts'
import { fillPartnerSearchText, findOrCreatePartner } from '#domain/companies/partner.ts'
import { db, row } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { browser, hub, both, added, change, addUserOf } from '#test/companies.ts'
import { addAdmin, addUser, logIn, logInAdmin, refusedWith, visitor } from '#test/people.ts'
import { isActive, tokensOf } from '#test/platform.ts'
import { updateRows } from '#test/rows.ts'
import { until } from '#test/until.ts'
import { startWorker } from '../../../app/worker.ts'
import { listInvitingPartners } from '../invitations/contract.ts'
import * as contract from './contract.ts'

const unknownId = '01900000-0000-7000-8000-000000000000'

test('a company is added with its platforms and networks, and listed by part of its name', async () => {
  const id = await added('Northern Quay', {
    ipAllowRules: [
      { subsystem: null, cidr: '203.0.113.9/24', name: ' Lisbon office ' },
      { subsystem: hub.id, cidr: '2001:DB8::/32' },
      { subsystem: null, cidr: '203.0.113.0/24' },
    ],
  })
  const [company] = await browser.call(contract.listPartners, { query: { q: 'THERN q' } })
  deepEqual(company, {
    id,
    name: 'Northern Quay',
    active: true,
    subsystems: both,
    ipAllowRules: [
      { subsystem: null, cidr: '203.0.113.0/24', name: 'Lisbon office' },
      { subsystem: hub.id, cidr: '2001:db8::/32', name: '' },
    ],
    people: 0,
    withoutFactor: 0,
    pendingInvitations: 0,
    lastLogin: null,
    delegated: false,
    etag: '"1"',
  })
  equal((await auditOf(id))[0]?.action, 'partner_added')
})

test('U5 companies are found without accents, and by their old search text until it is filled again', async () => {
  const id = await added('Établissements Zoé')
  await added('شركة أحمد')
  for (const [q, name] of [
    ['etablissements zoe', 'Établissements Zoé'],
    ['شركه احمد', 'شركة أحمد'],
  ] as const) {
    deepEqual(await findNames(q), [[name], [name]], q)
  }
  await updateRows('partners', { id }, { name: 'Ålesund Ltd' })
  deepEqual(await findNames('zoe'), [[], []])
  deepEqual(await findNames('åle'), [['Ålesund Ltd'], ['Ålesund Ltd']])
  await fillPartnerSearchText(db)
  deepEqual(await findNames('alesund'), [['Ålesund Ltd'], ['Ålesund Ltd']])
})

async function findNames(q: string): Promise<string[][]> {
  return [
    (await browser.call(contract.listPartners, { query: { q } })).map(({ name }) => name),
    (await browser.call(listInvitingPartners, { query: { q } })).map(({ name }) => name),
  ]
}

test('a change is recorded with the values before and after', async () => {
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

test('if two admins change a company, the second gets the name of the first in the refusal', async () => {
  const id = await added('Contested Ltd')
  const other = await logInAdmin(await addAdmin({ firstname: 'Rosa', lastname: 'Luz' }))
  const body = { name: 'Contested Ltd', active: true, subsystems: both, ipAllowRules: [] }
  const request = { params: { id }, headers: { 'if-match': '"1"' }, body }
  await browser.call(contract.changePartner, request)
  const refusal = await refusedWith(
    errorCodes.changedMeanwhile,
    other.call(contract.changePartner, request),
  )
  deepEqual(refusal.faults, [{ code: 409001, by: 'Mary Ward' }])

  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, () => change(id, '"2"', body)),
  )
  equal(answers.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('a change without a valid etag is rejected', async () => {
  const id = await added('Unseen Ltd')
  const body = { name: 'Unseen Ltd', active: false, subsystems: [], ipAllowRules: [] }
  for (const etag of ['*', '', '1', '"x"']) {
    const call = browser.call(contract.changePartner, {
      params: { id },
      headers: { 'if-match': etag },
      body,
    })
    await refusedWith(400001, call)
  }
  equal((await browser.call(contract.getPartner, { params: { id } })).active, true)
})

test('a taken name, an unknown platform and an invalid network are each rejected at their field', async () => {
  await added('Taken Ltd')
  const id = await added('Other Ltd')
  const right = { name: 'Fresh Ltd', active: true, subsystems: both, ipAllowRules: [] }
  const taken = { ...right, name: 'Taken Ltd' }
  for (const call of [
    () => browser.call(contract.addPartner, { body: taken }),
    () => change(id, '"1"', taken),
  ]) {
    const { faults } = await refusedWith(400001, call())
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
    const input = {
      ...body,
      subsystems: [...body.subsystems],
      ipAllowRules: [...body.ipAllowRules],
    }
    const { faults } = await refusedWith(400001, browser.call(contract.addPartner, { body: input }))
    equal(faults[0]?.field, field)
  }
})

test('P7: duplicate platforms and networks in a request are stored and recorded once', async () => {
  const range = { subsystem: null, cidr: '203.0.113.0/24' }
  const id = await added('Twice Ltd', {
    subsystems: [hub.id, hub.id],
    ipAllowRules: [range, range],
  })
  const stored = await browser.call(contract.getPartner, { params: { id } })
  deepEqual([stored.subsystems, stored.ipAllowRules], [[hub.id], [{ ...range, name: '' }]])
  const { data } = (await auditOf(id)).at(-1) ?? {}
  const { subsystems, ipAllowRules } = data?.['after'] as typeof stored
  deepEqual([subsystems, ipAllowRules], [[hub.id], [range]])
})

test('P7: the preview of network rules rejects an unknown platform as saving does', async () => {
  const id = await added('Previewed Ltd')
  const request = {
    params: { id },
    body: { ipAllowRules: [{ subsystem: 'kitchen', cidr: '::/0' }] },
  }
  const { faults } = await refusedWith(400001, browser.call(contract.previewAllowRules, request))
  deepEqual(faults, [{ code: 400001, field: 'ipAllowRules', rule: 'unknownPlatform' }])
})

test('ST-06 deactivating a company ends its users’ sessions permanently and notifies the platforms', async () => {
  const { partnerId, user } = await addUserOf('Closing Ltd', [])
  const laptop = await logIn(user)
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
  await until(async () => (await sessionsOf(user.id)) === 0)
  await change(partnerId, '"2"', { ...facts, active: true })
  await worker.stop()

  equal(await laptop.isLoggedIn(), false)
  equal(await isActive(hub, access), false)
  const pending = await row<{ count: number }>(db)`
    select count(*) from platform_sessions where user_id = ${user.id} and ended_at is not null`
  equal(pending?.count, 1)
  equal(await stranger.isLoggedIn(), true)
  equal(await (await logIn(user)).isLoggedIn(), true)
})

test('ST-06: a session does not become valid again if its company is activated before the job of the deactivation runs', async () => {
  const { partnerId, user } = await addUserOf('Activated again Ltd', [])
  const laptop = await logIn(user)
  const { access } = await tokensOf(laptop, hub)
  const facts = { name: 'Activated again Ltd', subsystems: both, ipAllowRules: [] }
  await change(partnerId, '"1"', { ...facts, active: false })
  await change(partnerId, '"2"', { ...facts, active: true })

  equal(await sessionsOf(user.id), 1)
  const { faults } = await refusedWith(commonErrors.notLoggedIn, laptop.call(getMe, {}))
  equal(faults[0]?.rule, 'endedInactive')
  equal(await isActive(hub, access), false)
  const phone = await logIn(user)
  await change(partnerId, '"3"', { ...facts, name: 'Blinked Ltd', active: true })
  equal(await phone.isLoggedIn(), true)
})

test('an unknown company id, the id of a user and a malformed id answer 404', async () => {
  const { id: userId } = await addUser()
  const body = { name: 'Nowhere Ltd', active: true, subsystems: [], ipAllowRules: [] }
  for (const id of [userId, unknownId, 'nothing']) {
    await refusedWith(errorCodes.notFound, browser.call(contract.getPartner, { params: { id } }))
    await refusedWith(errorCodes.notFound, change(id, '"1"', body))
    const dryRun = { params: { id }, body: { ipAllowRules: [] } }
    await refusedWith(errorCodes.notFound, browser.call(contract.previewAllowRules, dryRun))
  }
})

/** Returns the names on the page at the given URL and on all later pages. */
async function namesFrom(first: string): Promise<string[]> {
  const names: string[] = []
  let address = first
  while (address !== '') {
    const answer = await browser.fetch(address)
    names.push(...((await answer.json()) as { name: string }[]).map(({ name }) => name))
    address = answer.headers.get('x-next-url') ?? ''
  }
  return names
}

test('AP-21 companies are listed page by page, sorted by name in either direction', async () => {
  const names = await namesFrom('/api/admin/partners?limit=2')
  deepEqual(names, [...new Set(names)].sort(new Intl.Collator('und').compare))
  equal(names.length > 4, true)
  deepEqual(await namesFrom('/api/admin/partners?limit=2&sort=-name'), names.toReversed())
})

test('PE-02 an admin without the permission, a user and a visitor are refused at every endpoint', async () => {
  const params = { id: await findOrCreatePartner(db, 'Harbour Ltd') }
  const body = { name: 'Mine Ltd', active: true, subsystems: [], ipAllowRules: [] }
  for (const [other, code] of [
    [
      await logInAdmin(await addAdmin({ roles: ['user_admin', 'auditor'] })),
      commonErrors.forbidden,
    ],
    [await logIn(await addUser()), commonErrors.notLoggedIn],
    [await visitor(), commonErrors.notLoggedIn],
  ] as const) {
    await refusedWith(code, other.call(contract.listPartners, {}))
    await refusedWith(code, other.call(contract.listSubsystems, {}))
    await refusedWith(code, other.call(contract.getPartner, { params }))
    await refusedWith(code, other.call(contract.addPartner, { body }))
    const headers = { 'if-match': '"1"' }
    await refusedWith(code, other.call(contract.changePartner, { params, headers, body }))
    await refusedWith(
      code,
      other.call(contract.previewAllowRules, { params, body: { ipAllowRules: [] } }),
    )
  }
  const listed = await browser.call(contract.listSubsystems, {})
  deepEqual(
    listed.map(({ id }) => id).filter((id) => both.includes(id)),
    both,
  )
})

async function sessionsOf(userId: string): Promise<number> {
  const sessionCount = await row<{ count: number }>(db)`
    select count(*) from sessions where user_id = ${userId}`
  return sessionCount?.count ?? 0
}

async function listIds(query: object): Promise<string[]> {
  const companies = await browser.call(contract.listPartners, { query: { q: 'Listed', ...query } })
  return companies.map(({ id }) => id)
}

test('companies are filtered by state and platform, and listed with the latest login of their users', async () => {
  const id = await added('Listed Ltd', { subsystems: [hub.id] })
  const all = await added('Listed with all Ltd', { subsystems: null })
  const off = await added('Listed and off Ltd', { active: false, subsystems: [] })
  await addUser({ company: 'Listed Ltd' })
  await updateRows('partners', { id }, { lastLoginAt: '2026-03-01T10:00:00Z' })
  deepEqual(await listIds({}), [off, id, all])
  deepEqual(await listIds({ state: 'inactive' }), [off])
  deepEqual(await listIds({ state: 'active', platform: hub.id }), [id, all])
  deepEqual(await listIds({ platform: 'kitchen' }), [all])
  const [company] = await browser.call(contract.listPartners, { query: { q: 'Listed Ltd' } })
  deepEqual([company?.people, company?.lastLogin], [1, '2026-03-01T10:00:00.000Z'])
})
