import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import type { Sent } from '#contract/endpoint.ts'
import { all, common } from '#contract/refusal.ts'
import { record, type Action } from '#domain/audit.ts'
import { db } from '#server/db.ts'
import { addAdmin, logInAdmin } from '#test/admins.ts'
import { addUser, logIn, refusedWith, visitor, type Visitor } from '#test/people.ts'
import { countNew, exportEntries, listActions, listEntries } from './contract.ts'
import { csvOf } from './export-entries.ts'

type Query = NonNullable<Sent<typeof listEntries>['query']>

const auditor = await logInAdmin(await addAdmin({ roles: ['auditor'] }))
const list = (query: Query = {}, browser = auditor) => browser.call(listEntries, { query })

const actionsOf = async (query: Query) => (await list(query)).map(({ action }) => action)

/** Somebody with so many rows of her own, oldest first. */
async function busyUser(count: number, action: Action = 'logged_out') {
  const ada = await addUser({ firstname: 'Ada', lastname: 'Byron' })
  for (let n = 0; n < count; n += 1) {
    const actor = {
      userId: ada.id,
      ipAddress: `198.51.100.${n % 250}`,
      requestId: `${ada.id}-${n}`,
    }
    await record(db, actor, action, { data: { n } })
  }
  return ada
}

test('EN-01 SC-12 AP-18 an entry says who, what, with which data, from where, when and on which platform', async () => {
  const ada = await addUser({ firstname: 'Ada', lastname: 'Lovelace' })
  const actor = { userId: ada.id, ipAddress: '198.51.100.7', requestId: 'r-1' }
  await record(db, actor, 'entry_refused', {
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
      action: 'entry_refused',
      data: { reason: 'deactivated' },
      ipAddress: '198.51.100.7',
      subSystem: 'business-hub',
      requestId: 'r-1',
      target: 'Ada Lovelace',
    },
  )
  ok(Date.now() - Date.parse(timestamp) < 60_000)
})

test('SC-12 each filter finds its rows, several actions any of them, and all filters together', async () => {
  const ada = await busyUser(3)
  await record(db, { ipAddress: '203.0.113.9' }, 'login_failed', {
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

test('an end that is a moment is not part of what is found, and one that is a day is, to its end', async () => {
  const ada = await busyUser(1)
  const [entry] = await list({ user: ada.id })
  const moment = entry?.timestamp ?? ''
  const later = new Date(Date.parse(moment) + 1).toISOString()
  equal((await list({ user: ada.id, startDate: moment, endDate: later })).length, 1)
  equal((await list({ user: ada.id, endDate: moment })).length, 0)
  equal((await list({ user: ada.id, endDate: moment.slice(0, 10) })).length, 1)
})

test('AP-18 AP-21 pages follow one another by cursor or URL, miss nothing and show nothing twice', async () => {
  const ada = await busyUser(23)
  const seen: unknown[] = []
  let url = `/api/admin/auditlogs?user=${ada.id}&limit=5&action=logged_out&action=signed_up`
  for (let page = 0; url !== ''; page += 1) {
    const answer = await auditor.fetch(url)
    equal(answer.status, 200)
    seen.push(...((await answer.json()) as { data: { n: number } }[]).map(({ data }) => data.n))
    url = answer.headers.get('x-next-url') ?? ''
    equal(url === '', page === 4)
    equal(answer.headers.has('x-next-cursor'), page < 4)
  }
  deepEqual(
    seen,
    Array.from({ length: 23 }, (_, n) => 22 - n),
  )
})

test('AP-18 what is written while somebody turns the pages does not move them', async () => {
  const ada = await busyUser(6)
  const first = await auditor.fetch(`/api/admin/auditlogs?user=${ada.id}&limit=3`)
  await record(db, { userId: ada.id }, 'logged_out', { data: { n: 99 } })
  const next = await auditor.fetch(first.headers.get('x-next-url') ?? '')
  deepEqual(
    ((await next.json()) as { data: { n: number } }[]).map(({ data }) => data.n),
    [2, 1, 0],
  )
})

test('a forged, altered or foreign cursor is refused by name', async () => {
  const ada = await busyUser(3)
  const first = await auditor.fetch(`/api/admin/auditlogs?user=${ada.id}&limit=2`)
  const cursor = first.headers.get('x-next-cursor') ?? ''
  const forged = Buffer.from(JSON.stringify(['infinity', ada.id])).toString('base64url')
  const other = await logIn(ada)
  await other.fetch('/api/users/login/history?limit=1')
  for (const [wrong, query] of [
    [`x${cursor}`, { user: ada.id }],
    [`${cursor.slice(0, -2)}AA`, { user: ada.id }],
    [`${forged}.${cursor.split('.')[1]}`, { user: ada.id }],
    // Of another search.
    [cursor, {}],
    ['', { user: ada.id }],
    ['0', { user: ada.id }],
  ] as const) {
    if (wrong === '') continue
    const refusal = await refusedWith(
      common.invalidInput,
      list({ ...query, limit: 2, cursor: wrong }),
    )
    equal(refusal.faults[0]?.field, 'cursor')
  }
})

test('whatever makes no sense is refused, and the field is named', async () => {
  const wrong: [string, string][] = [
    ['startDate=2026-02-01&endDate=2026-01-31', 'endDate'],
    ['startDate=2026-02-01T10:00:00Z&endDate=2026-02-01T09:59:59Z', 'endDate'],
    ['startDate=yesterday', 'startDate'],
    ['startDate=0000-01-01', 'startDate'],
    ['endDate=2026-13-45', 'endDate'],
    ['limit=100000', 'limit'],
    ['limit=0', 'limit'],
    ['limit=five', 'limit'],
    ['action=stolen', 'action'],
    ['action=logged_out&action=stolen', 'action'],
    ["ipAddress=1'or'1", 'ipAddress'],
    ['subSystem=%00', 'subSystem'],
    ['requestId=%20%25', 'requestId'],
    ['user=ada', 'user'],
    ['colour=green', 'colour'],
  ]
  for (const [query, field] of wrong) {
    const answer = await auditor.fetch(`/api/admin/auditlogs?${query}`)
    const problem = (await answer.json()) as { errorCode: number; errors: { field: string }[] }
    deepEqual(
      [answer.status, problem.errorCode, problem.errors[0]?.field],
      [400, 400001, field],
      query,
    )
  }
})

test('PE-02 whoever may see the log of partner users alone sees nothing of admins, operators and the program', async () => {
  const support = await logInAdmin(await addAdmin({ roles: ['support'] }))
  const ada = await busyUser(1)
  const grace = await addAdmin()
  await record(db, { adminId: grace.id }, 'invitation_made', { targetId: ada.id })
  await record(db, { kind: 'system' }, 'invitation_made', { targetId: ada.id })
  await record(db, { ipAddress: '203.0.113.77' }, 'login_failed', {
    targetId: grace.id,
    subSystem: 'admin',
  })
  await record(db, { ipAddress: '203.0.113.77' }, 'login_failed', { targetId: ada.id })
  const seen = async (browser: Visitor, query: Query) =>
    (await list(query, browser)).map(({ action, actorKind }) => `${actorKind} ${action}`)
  deepEqual(await seen(support, { user: ada.id }), ['visitor login_failed', 'user logged_out'])
  equal((await seen(auditor, { user: ada.id })).length, 4)
  equal((await seen(support, { ipAddress: '203.0.113.77' })).length, 1)
  equal((await seen(auditor, { ipAddress: '203.0.113.77' })).length, 2)
  deepEqual(await seen(support, { user: grace.id }), [])
  ok((await list({ limit: 200 }, support)).every(({ actorKind }) => actorKind !== 'admin'))
})

test('PE-02 nobody looks at the log without one of its two permissions', async () => {
  const userAdmin = await logInAdmin(await addAdmin({ roles: ['user_admin'] }))
  const ada = await logIn(await addUser())
  for (const browser of [userAdmin, ada, await visitor()]) {
    const code = browser === userAdmin ? common.forbidden : common.notLoggedIn
    await refusedWith(code, browser.call(listEntries, {}))
    await refusedWith(code, browser.call(listActions, {}))
    await refusedWith(code, browser.call(countNew, { query: { after: new Date().toISOString() } }))
    await refusedWith(code, browser.call(exportEntries, {}))
  }
})

test('AP-18 the names of everything that is recorded can be asked for', async () => {
  const names = await auditor.call(listActions, {})
  ok(names.includes('login_succeeded') && names.includes('audit_log_exported'))
})

test('a search is recorded with its filters, its pages and the counting of new entries are not', async () => {
  const admin = await addAdmin({ roles: ['auditor'] })
  const browser = await logInAdmin(admin, { ipAddress: '198.51.100.99' })
  const ada = await busyUser(3)
  const first = await browser.fetch(`/api/admin/auditlogs?user=${ada.email}&limit=2`)
  await browser.fetch(first.headers.get('x-next-url') ?? '')
  await browser.call(countNew, { query: { after: new Date().toISOString() } })
  const searches = await list({ user: admin.id, action: 'audit_log_searched' })
  equal(searches.length, 1)
  deepEqual(
    [searches[0]?.data['filters'], searches[0]?.ipAddress, searches[0]?.actorKind],
    [{ who: [ada.id], seesAdmins: true }, '198.51.100.99', 'admin'],
  )
  notEqual(searches[0]?.requestId, '')
})

test('SC-12 the number of new entries since a moment is told, by the same filters', async () => {
  const ada = await busyUser(2)
  const [newest] = await list({ user: ada.id })
  const after = newest?.timestamp ?? ''
  const count = async (query: Query = {}) =>
    (await auditor.call(countNew, { query: { after, ...query } })).count
  equal(await count({ user: ada.id }), 0)
  await record(db, { userId: ada.id }, 'logged_out')
  await record(db, { userId: ada.id }, 'login_succeeded')
  equal(await count({ user: ada.id }), 2)
  equal(await count({ user: ada.id, action: 'logged_out' }), 1)
  await list({})
  equal(await count({ action: 'audit_log_searched' }), 0)
  await refusedWith(common.invalidInput, auditor.call(countNew, { query: { after: 'now' } }))
})

test('the export is a CSV file that opens in a spreadsheet, and no cell of it is a formula', async () => {
  const ada = await addUser({ firstname: '@Ada', lastname: 'O"Neil, Byron' })
  const nasty = ['=1+1', '+1', '-1', '@x', '\tx', '\rx', 'plain, "quoted"\nand on']
  for (const subSystem of nasty)
    await record(db, { userId: ada.id }, 'entry_refused', { subSystem })
  const answer = await auditor.fetch(`/api/admin/auditlogs/export?user=${ada.id}`)
  match(
    answer.headers.get('content-disposition') ?? '',
    /^attachment; filename="audit-log-[\d-]+\.csv"$/,
  )
  match(answer.headers.get('content-type') ?? '', /^text\/csv; charset=utf-8/)
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer())
  ok(text.startsWith('\uFEFF"timestamp","user","userId"'))
  const cells = nasty.toReversed().map((each) => {
    const safe = each.startsWith('plain') ? each : `'${each}`
    return `,"${safe.replaceAll('"', '""')}","",`
  })
  let from = 0
  for (const cell of cells) {
    const at = text.indexOf(cell, from)
    ok(at > 0, cell)
    from = at
  }
  ok(text.includes(`"'@Ada O""Neil, Byron"`))
  ok(text.endsWith('"\r\n'))
  match(text, /\r\n"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z",/)
})

test('the export goes through any number of pages, stops at its limit and says so', async () => {
  const ada = await busyUser(12)
  const read = async (most: number) => {
    let text = ''
    for await (const piece of csvOf(db, { who: [ada.id], seesAdmins: true }, most)) text += piece
    return text.trim().split('\r\n')
  }
  equal((await read(1_000)).length, 13)
  const cut = await read(5)
  equal(cut.length, 7)
  equal(cut.at(-1), '"Only the latest 5 entries are in this file."')
})

test('the export wants a fresh code, and is recorded', async () => {
  const admin = await addAdmin({ roles: ['auditor'] })
  const stale = await logInAdmin(admin, { hasFreshCode: false })
  await refusedWith(all.freshCodeNeeded, stale.call(exportEntries, {}))
  equal((await list({ user: admin.id, action: 'audit_log_exported' })).length, 0)
  const fresh = await logInAdmin(admin)
  await fresh.fetch('/api/admin/auditlogs/export?action=logged_out')
  const [entry] = await list({ user: admin.id, action: 'audit_log_exported' })
  deepEqual(entry?.data['filters'], { actions: ['logged_out'], seesAdmins: true })
})
