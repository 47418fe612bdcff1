import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { commonErrors } from '#contract/refusal.ts'
import { db, scalar } from '#server/db.ts'
import { addAdmin, addUser, logIn, logInAdmin, refusedWith } from '#test/people.ts'
import { addRows } from '#test/rows.ts'
import { getIncident } from './contract.ts'

const auditor = await addAdmin({ roles: ['auditor'] })
const browser = await logInAdmin(auditor)
const support = await logInAdmin(await addAdmin({ roles: ['support'] }))
const ada = await addUser({ firstname: 'Ada', lastname: 'Byron' })
const eve = await addUser({ firstname: 'Eve', lastname: 'Langley' })
// Months of the log exist for these days, and no other file writes entries with such old times.
const day = new Date(Date.now() - 40 * 3_600_000)
const at = (minute: number) => new Date(day.getTime() + minute * 60_000)
const query = { from: at(0).toISOString(), to: at(60).toISOString() }

type Entry = { action: string; ipAddress: string; minute: number; actor?: string; target?: string }

function entry({ action, ipAddress, minute, actor, target }: Entry) {
  return {
    id: randomUUID(),
    timestamp: at(minute),
    actorKind: actor === undefined ? 'visitor' : 'user',
    actorId: actor ?? null,
    targetId: target ?? null,
    action,
    data: '{}',
    ipAddress,
    subSystem: 'portal',
    requestId: '',
  }
}

const [one, two, three] = ['203.0.113.200', '203.0.113.213', '198.51.100.77']
const failed = { action: 'login_failed' }

await addRows('audit_log', [
  ...[1, 2, 3].map((minute) => entry({ ...failed, ipAddress: one, minute, target: ada.id })),
  entry({ ...failed, ipAddress: two, minute: 4, target: ada.id }),
  entry({ ...failed, ipAddress: two, minute: 5 }),
  entry({ ...failed, ipAddress: three, minute: 6, target: eve.id }),
  entry({ action: 'account_locked', ipAddress: two, minute: 4, target: ada.id }),
  entry({ action: 'address_blocked', ipAddress: two, minute: 5 }),
  entry({ action: 'login_succeeded', ipAddress: two, minute: 30, actor: eve.id }),
  // A user who mistyped the password once, and then logged in.
  entry({ action: 'login_succeeded', ipAddress: three, minute: 7, actor: eve.id }),
  entry({ action: 'login_succeeded', ipAddress: '192.0.2.99', minute: 8, actor: ada.id }),
  // Outside of the period.
  entry({ ...failed, ipAddress: one, minute: 60, target: ada.id }),
  entry({ action: 'login_succeeded', ipAddress: one, minute: 61, actor: ada.id }),
])

test('an incident names the addresses, the accounts, the lockouts and who got in', async () => {
  const incident = await browser.call(getIncident, { query })
  deepEqual(
    [incident.failures, incident.unknownFailures, incident.addressCount, incident.accountCount],
    [6, 1, 3, 2],
  )
  deepEqual([incident.lockedAccounts, incident.blockedAddresses, incident.isPartial], [1, 1, false])
  deepEqual([incident.first, incident.last], [at(1).toISOString(), at(6).toISOString()])
  equal(incident.range?.network, '203.0.113.192/27')
  deepEqual(incident.addresses, [
    { ipAddress: one, failures: 3, accounts: 1, isBlocked: false },
    { ipAddress: two, failures: 2, accounts: 1, isBlocked: true },
    { ipAddress: three, failures: 1, accounts: 1, isBlocked: false },
  ])
  deepEqual(incident.accounts, [
    { id: ada.id, name: 'Ada Byron', kind: 'user', failures: 4, addresses: 2, isLocked: true },
    { id: eve.id, name: 'Eve Langley', kind: 'user', failures: 1, addresses: 1, isLocked: false },
  ])
  deepEqual(incident.logins, [
    { id: eve.id, name: 'Eve Langley', kind: 'user', ipAddress: two, at: at(30).toISOString() },
  ])
})

test('reading an incident is recorded like a search of the log', async () => {
  await browser.call(getIncident, { query })
  const count = await scalar<number>(db)`
    select count(*)::int from audit_log
    where actor_id = ${auditor.id} and action = 'audit_log_searched'
      and data -> 'filters' ->> 'startDate' = ${query.from}`
  ok((count ?? 0) > 0)
})

test('failures in the admin area are summarized only for admins who may read its log', async () => {
  const { id } = await addAdmin({ firstname: 'Mary', lastname: 'Hidden' })
  const shown = { from: at(120).toISOString(), to: at(180).toISOString() }
  await addRows('audit_log', [
    { ...entry({ ...failed, ipAddress: one, minute: 130, target: id }), subSystem: 'admin' },
  ])
  equal((await browser.call(getIncident, { query: shown })).failures, 1)
  equal((await support.call(getIncident, { query: shown })).failures, 0)
})

test('PE-02 an incident requires a permission for the log and a period of at most seven days', async () => {
  const userAdmin = await logInAdmin(await addAdmin({ roles: ['user_admin'] }))
  await refusedWith(commonErrors.forbidden, userAdmin.call(getIncident, { query }))
  const user = await logIn(ada)
  await refusedWith(commonErrors.notLoggedIn, user.call(getIncident, { query }))
  const long = { from: new Date(day.getTime() - 8 * 86_400_000).toISOString(), to: query.to }
  for (const wrong of [long, { from: query.to, to: query.from }])
    await refusedWith(commonErrors.invalidInput, browser.call(getIncident, { query: wrong }))
})
