import { deepEqual, equal, notEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { commonErrors } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { db } from '#server/db.ts'
import { type Query, auditor, list, busyUser } from '#test/auditor.ts'
import {
  addAdmin,
  addUser,
  logIn,
  logInAdmin,
  refusedWith,
  visitor,
  type Visitor,
} from '#test/people.ts'
import { recordWaitingSearches } from './record-search.ts'
import { countNew, exportEntries, listActions, listEntries } from './contract.ts'

const actionsOf = async (query: Query) => (await list(query)).map(({ action }) => action)

test('EN-01 SC-12 AP-18 an entry contains user, action, data, IP address, time, platform, request and target', async () => {
  const ada = await addUser({ firstname: 'Ada', lastname: 'Lovelace' })
  const actor = { userId: ada.id, ipAddress: '198.51.100.7', requestId: 'r-1' }
  await recordAudit(db, actor, 'platform_access_refused', {
    subSystem: 'business-hub',
    targetId: ada.id,
    data: { reason: 'deactivated' },
  })
  const [entry] = await list({ user: ada.id })
  ok(entry)
  const { user, action, data, ipAddress, subSystem, requestId, timestamp, target } = entry
  deepEqual(
    { user, action, data, ipAddress, subSystem, requestId, target },
    {
      user: 'Ada Lovelace',
      action: 'platform_access_refused',
      data: { reason: 'deactivated' },
      ipAddress: '198.51.100.7',
      subSystem: 'business-hub',
      requestId: 'r-1',
      target: 'Ada Lovelace',
    },
  )
  ok(Date.now() - Date.parse(timestamp) < 60_000)
})

test('SC-12 each filter returns its rows; several actions match any of them; all filters can be combined', async () => {
  const ada = await busyUser(3)
  await recordAudit(db, { ipAddress: '203.0.113.9' }, 'login_failed', {
    targetId: ada.id,
    subSystem: 'onboarding',
  })
  deepEqual(await actionsOf({ user: ada.id }), [
    'login_failed',
    'logged_out',
    'logged_out',
    'logged_out',
  ])
  deepEqual(await actionsOf({ user: ada.email.toUpperCase() }), await actionsOf({ user: ada.id }))
  deepEqual(await actionsOf({ user: ada.id, action: 'login_failed' }), ['login_failed'])
  equal((await actionsOf({ user: ada.id, action: ['login_failed', 'logged_out'] })).length, 4)
  deepEqual(await actionsOf({ ipAddress: '203.0.113.9' }), ['login_failed'])
  deepEqual(await actionsOf({ subSystem: 'onboarding' }), ['login_failed'])
  deepEqual(await actionsOf({ requestId: `${ada.id}-1` }), ['logged_out'])
  deepEqual(
    await actionsOf({
      user: ada.id,
      requestId: `${ada.id}-1`,
      action: ['logged_out', 'signed_up'],
      ipAddress: '198.51.100.1',
      subSystem: 'portal',
      startDate: new Date().toISOString().slice(0, 10),
      endDate: new Date().toISOString().slice(0, 10),
    }),
    ['logged_out'],
  )
  deepEqual(await actionsOf({ user: 'nobody@quay.example' }), [])
  deepEqual(await actionsOf({ user: ada.id, endDate: '2020-01-01' }), [])
  deepEqual(await actionsOf({ user: ada.id, startDate: '2999-01-01T00:00:00Z' }), [])
})

test('M11: one response reports every invalid filter', async () => {
  const query = new URLSearchParams([
    ['user', 'mia'],
    ['ipAddress', 'nowhere'],
    ['action', 'login_failed'],
    ['action', 'bogus'],
    ['startDate', '2026-01-02'],
    ['endDate', '2026-01-01'],
  ])
  for (const path of ['auditlogs', 'auditlogs/export', 'auditlogs/new']) {
    const answer = await auditor.fetch(`/api/admin/${path}?${query}&after=2026-01-01T00:00:00Z`)
    const { errors } = (await answer.json()) as { errors: { field: string }[] }
    equal(answer.status, 400)
    deepEqual(
      errors.map(({ field }) => field),
      ['user', 'ipAddress', 'action', 'endDate'],
      path,
    )
  }
})

test('an end time is exclusive, an end day is included', async () => {
  const ada = await busyUser(1)
  const [entry] = await list({ user: ada.id })
  const moment = entry?.timestamp ?? ''
  const later = new Date(Date.parse(moment) + 1).toISOString()
  equal((await list({ user: ada.id, startDate: moment, endDate: later })).length, 1)
  equal((await list({ user: ada.id, endDate: moment })).length, 0)
  equal((await list({ user: ada.id, endDate: moment.slice(0, 10) })).length, 1)
})

test('PE-02 an admin without view_admin_audit_log sees no entries of admins, operators and the system', async () => {
  const support = await logInAdmin(await addAdmin({ roles: ['support'] }))
  const ada = await busyUser(1)
  const grace = await addAdmin()
  await recordAudit(db, { adminId: grace.id }, 'invitation_created', { targetId: ada.id })
  await recordAudit(db, { kind: 'system' }, 'invitation_created', { targetId: ada.id })
  await recordAudit(db, { ipAddress: '203.0.113.77' }, 'login_failed', {
    targetId: grace.id,
    subSystem: 'admin',
  })
  await recordAudit(db, { ipAddress: '203.0.113.77' }, 'login_failed', { targetId: ada.id })
  deepEqual(await actorsAndActions(support, { user: ada.id }), [
    'visitor login_failed',
    'user logged_out',
  ])
  equal((await actorsAndActions(auditor, { user: ada.id })).length, 4)
  equal((await actorsAndActions(support, { ipAddress: '203.0.113.77' })).length, 1)
  equal((await actorsAndActions(auditor, { ipAddress: '203.0.113.77' })).length, 2)
  deepEqual(await actorsAndActions(support, { user: grace.id }), [])
  ok((await list({ limit: 200 }, support)).every(({ actorKind }) => actorKind !== 'admin'))
})

test('PE-02 an admin with neither permission for the log, a user and a visitor cannot read it', async () => {
  const userAdmin = await logInAdmin(await addAdmin({ roles: ['user_admin'] }))
  const ada = await logIn(await addUser())
  for (const browser of [userAdmin, ada, await visitor()]) {
    const code = browser === userAdmin ? commonErrors.forbidden : commonErrors.notLoggedIn
    await refusedWith(code, browser.call(listEntries, {}))
    await refusedWith(code, browser.call(listActions, {}))
    await refusedWith(code, browser.call(countNew, { query: { after: new Date().toISOString() } }))
    await refusedWith(code, browser.call(exportEntries, {}))
  }
})

test('AP-18 the names of all recorded actions can be listed', async () => {
  const names = await auditor.call(listActions, {})
  ok(names.includes('login_succeeded') && names.includes('audit_log_exported'))
})

test('a search is recorded once with its filters; further pages and counts of new entries are not recorded', async () => {
  const admin = await addAdmin({ roles: ['auditor'] })
  const browser = await logInAdmin(admin, { ipAddress: '198.51.100.99' })
  const ada = await busyUser(3)
  const first = await browser.fetch(`/api/admin/auditlogs?user=${ada.email}&limit=2`)
  await browser.fetch(first.headers.get('x-next-url') ?? '')
  await browser.call(countNew, { query: { after: new Date().toISOString() } })
  await recordWaitingSearches()
  const searches = await list({ user: admin.id, action: 'audit_log_searched' })
  equal(searches.length, 1)
  deepEqual(
    [searches[0]?.data['filters'], searches[0]?.ipAddress, searches[0]?.actorKind],
    [{ who: [ada.id], seesAdmins: true }, '198.51.100.99', 'admin'],
  )
  notEqual(searches[0]?.requestId, '')
})

test('SC-12 new entries since a given time are counted with the same filters', async () => {
  const ada = await busyUser(2)
  const [newest] = await list({ user: ada.id })
  const after = newest?.timestamp ?? ''
  const count = async (query: Query = {}) =>
    (await auditor.call(countNew, { query: { after, ...query } })).count
  equal(await count({ user: ada.id }), 0)
  await recordAudit(db, { userId: ada.id }, 'logged_out')
  await recordAudit(db, { userId: ada.id }, 'login_succeeded')
  equal(await count({ user: ada.id }), 2)
  equal(await count({ user: ada.id, action: 'logged_out' }), 1)
  await list({})
  equal(await count({ action: 'audit_log_searched' }), 0)
  await refusedWith(commonErrors.invalidInput, auditor.call(countNew, { query: { after: 'now' } }))
})

async function actorsAndActions(browser: Visitor, query: Query): Promise<string[]> {
  return (await list(query, browser)).map(({ action, actorKind }) => `${actorKind} ${action}`)
}

test('X10: a time that PostgreSQL cannot represent is rejected as invalid input', async () => {
  for (const query of [
    { endDate: '9999-12-31' },
    { startDate: '9999-12-31T23:59:59-12:00' },
    { endDate: '9999-01-01T00:00:00Z' },
    { endDate: '0000-01-01' },
    { startDate: '0001-01-01T00:00:00Z' },
  ])
    await refusedWith(commonErrors.invalidInput, auditor.call(listEntries, { query }))
  for (const after of [
    '9999-12-31T23:59:59-12:00',
    '9999-12-31T23:59:59.999Z',
    '0000-01-01T00:00:00Z',
  ])
    await refusedWith(commonErrors.invalidInput, auditor.call(countNew, { query: { after } }))
  await auditor.call(listEntries, { query: { startDate: '1970-01-01', endDate: '9998-12-31' } })
  await auditor.call(countNew, { query: { after: '9998-12-31T23:59:59.999Z' } })
})
