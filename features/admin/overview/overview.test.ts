// own process: counts whole tables
import { deepEqual, equal, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { commonErrors } from '#contract/refusal.ts'
import { addApproval } from '#domain/approvals/approval.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { enqueueMail } from '#domain/mail/mail.ts'
import { config } from '#server/config.ts'
import { createPool, db, scalar, sql, transaction } from '#server/db.ts'
import { sealAndCount } from '#test/audit.ts'
import {
  addAdmin,
  addUser,
  inviteUser,
  logIn,
  logInAdmin,
  refusedWith,
  visitor,
} from '#test/people.ts'
import { addRow, addRows, ago, backdate, deleteRows, fromNow, now, updateRows } from '#test/rows.ts'
import { getOverview, type Overview } from './contract.ts'
import { deleteOldSnapshots, takeSnapshot, writeSnapshot } from './jobs.ts'

const owner = createPool(config.databaseOwnerUrl, 2)
after(() => owner.end())
const auditor = await logInAdmin(await addAdmin({ roles: ['auditor'] }))
const support = await logInAdmin(await addAdmin({ roles: ['support'] }))
const ada = await addUser()
const hourMs = 3_600_000

const at = (hours: number) => new Date(Date.now() - hours * hourMs)

async function overview(query: object = {}, browser = auditor): Promise<Overview> {
  return browser.call(getOverview, { query })
}

const kindsOf = ({ concerns }: Overview) => concerns.map(({ kind }) => kind)

/** Records three logins, a failure, a lockout and two blocks of addresses of users, and a failure in the admin area. */
before(async () => {
  await sealAndCount()
  await deleteRows('activity_totals', {})
  for (let time = 0; time < 3; time += 1)
    await recordAudit(db, { userId: ada.id }, 'login_succeeded')
  const details = { targetId: ada.id, data: { reason: 'password' } }
  await recordAudit(db, {}, 'login_failed', details)
  await recordAudit(db, {}, 'account_locked', details)
  for (const ipAddress of ['192.0.2.8', '192.0.2.9'])
    await recordAudit(db, { ipAddress }, 'address_blocked', { data: { minutes: 0 } })
  await recordAudit(db, {}, 'login_failed', { subSystem: 'admin', data: { reason: 'password' } })
  await recordAudit(db, { kind: 'system' }, 'signing_key_rotated')
  await sealAndCount()
})

const sumsOf = ({ series }: Overview) => [
  series.reduce((sum, { logins }) => sum + logins, 0),
  series.reduce((sum, { failures }) => sum + failures, 0),
  series.reduce((sum, { lockouts }) => sum + lockouts, 0),
  series.reduce((sum, { blocks }) => sum + (blocks ?? 0), 0),
]

test('3A30: the last 24 hours are counted by hour, with locked accounts and blocked IP addresses apart', async () => {
  const result = await overview()
  deepEqual([result.step, result.series.length], ['hour', 24])
  deepEqual(sumsOf(result), [3, 2, 1, 2])
  ok(result.asOf && Date.now() - Date.parse(result.asOf) < 60_000)
  ok(Date.parse(result.series.at(-1)?.from ?? '') <= Date.now())
})

test('an admin without view_admin_audit_log sees and counts no entries of admins, operators and the system', async () => {
  const result = await overview({}, support)
  deepEqual(sumsOf(result), [3, 1, 1, 2])
  deepEqual([result.tiles.failed.value, result.tiles.failed.failures], [25, 1])
  equal(result.tiles.failed.attempts, 4)
  deepEqual([result.countsAdmins, (await overview()).countsAdmins], [false, true])
  const areas = result.newest.map(({ actorKind, subSystem }) => [actorKind, subSystem])
  ok(areas.length > 0)
  deepEqual(
    areas.filter(([kind, area]) => kind === 'system' || kind === 'admin' || area === 'admin'),
    [],
  )
  ok((await overview()).newest.some(({ action }) => action === 'signing_key_rotated'))
})

test('a longer period is counted by the days of a time zone', async () => {
  const from = '2026-03-25T23:00:00.000Z'
  const to = '2026-04-01T10:00:00.000Z'
  for (const [hour, count] of [
    ['2026-03-28T22:00:00Z', 1],
    ['2026-03-28T23:00:00Z', 2],
    // This day has 23 hours.
    ['2026-03-29T21:00:00Z', 4],
    ['2026-03-29T22:00:00Z', 8],
  ]) {
    await addRow('activity_totals', { hour, count })
  }
  const { series, step } = await overview({ from, to, zone: 'Europe/Madrid' })
  equal(step, 'day')
  deepEqual(
    series.map(({ from, logins }) => `${from.slice(5, 13)} ${logins}`),
    [
      '03-25T23 0',
      '03-26T23 0',
      '03-27T23 1',
      '03-28T23 6',
      '03-29T22 8',
      '03-30T22 0',
      '03-31T22 0',
    ],
  )
})

test('an invalid period and an unknown time zone are refused', async () => {
  const now = new Date().toISOString()
  const earlier = new Date(Date.now() - 93 * 24 * hourMs).toISOString()
  for (const query of [
    { from: now },
    { to: now },
    { from: now, to: earlier },
    { from: earlier, to: now },
    { from: 'yesterday', to: now },
    { zone: 'Mars/Olympus' },
  ])
    await refusedWith(commonErrors.invalidInput, overview(query))
})

test('the tiles compare the last 24 hours with the same hours a week before', async () => {
  for (const hours of [24 * 7 + 1, 24 * 2 + 1]) {
    const hour = sql`date_trunc('hour', ${at(hours)}::timestamptz, 'UTC')`
    await addRow('activity_totals', { hour, count: 5 })
  }
  const { logins } = (await overview()).tiles
  deepEqual(logins, { value: 3, before: 5, trend: [0, 0, 0, 0, 5, 0, 3] })
})

test('one of several workers counts the states every five minutes', async () => {
  await deleteRows('snapshots', {})
  const { id } = await addUser({ hasSecondFactor: false })
  await updateRows('users', { id }, { onboardedAt: now })
  // A user with a password who has not set up a second factor.
  await addUser({ hasSecondFactor: false })
  await inviteUser()
  equal((await overview()).tiles.withoutFactor.value, null)
  await Promise.all([takeSnapshot(), takeSnapshot(), takeSnapshot()])
  await takeSnapshot()
  equal(await scalar(db)`select count(*) from snapshots`, 1)
  const { tiles, statesAsOf } = await overview()
  deepEqual(tiles.withoutFactor, { value: 2, before: null, trend: [2] })
  equal(tiles.openInvitations.value, 1)
  ok(statesAsOf)
  const before = await scalar<object>(db)`select counts from snapshots`
  const counts = { ...before, withoutFactor: 9 }
  await addRow('snapshots', { takenAt: ago('7 days 1 hour'), counts })
  deepEqual((await overview()).tiles.withoutFactor, { value: 2, before: 9, trend: [2] })
  await backdate('snapshots', {}, { takenAt: '6 minutes' })
  await takeSnapshot()
  equal(await scalar(db)`select count(*) from snapshots`, 3)
  const weekOldSnapshot = { counts: sql`->>'withoutFactor' = '9'` }
  await updateRows('snapshots', weekOldSnapshot, { takenAt: ago('101 days') })
  equal(await deleteOldSnapshots(db), 1)
})

test('concerns that need attention are counted; concerns without findings are not listed', async () => {
  await deleteRows('snapshots', {})
  await updateRows('users', {}, { onboardedAt: now })
  await writeSnapshot(db)
  deepEqual(kindsOf(await overview()), [])
  await addUser({ hasSecondFactor: false })
  await addRow('rate_limits', {
    name: 'accountCode',
    key: ada.id,
    blockedUntil: fromNow('1 hour'),
    staleAt: fromNow('1 hour'),
  })
  await inviteUser()
  await updateRows('one_time_links', {}, { expiresAt: fromNow('47 hours') })
  await recordAudit(db, { ipAddress: '192.0.2.1' }, 'address_blocked', { data: { minutes: 60 } })
  await recordAudit(db, { ipAddress: '192.0.2.1' }, 'address_blocked', { data: { minutes: 60 } })
  await recordAudit(db, { ipAddress: '192.0.2.2' }, 'address_blocked', { data: { minutes: 0 } })
  await transaction(db, (tx) => enqueueMail(tx, 'activated', { ...ada, preferredLanguage: 'en' }))
  await updateRows('mails', { kind: 'activated' }, { state: 'failed' })
  await updateRows('partners', {}, { createdAt: ago('61 days') })
  await addRow('platform_sessions', { userId: ada.id, clientId: 'hub', endedAt: ago('6 minutes') })
  await deleteRows('snapshots', {})
  await writeSnapshot(db)
  const { concerns } = await overview({}, support)
  deepEqual(
    concerns.map(({ kind, count }) => [kind, count]),
    [
      ['lockedAccounts', 1],
      ['blockedAddresses', 1],
      ['undeliveredNotifications', 1],
      ['undeliveredMails', 1],
      ['expiringInvitations', 2],
      ['unfinishedUsers', 1],
      ['dormantCompanies', 1],
    ],
  )
})

const waiting = ({ concerns }: Overview) => concerns.find(({ kind }) => kind === 'waitingApprovals')
const failing = ({ concerns }: Overview) =>
  concerns.find(({ kind }) => kind === 'failingWebhooks')?.count

test('a waiting approval request is listed with its expiry for admins who may decide it', async () => {
  await updateRows('admin_roles', {}, { givenAt: ago('2 days') })
  await transaction(db, (tx) =>
    addApproval(
      tx,
      { kind: 'user', id: ada.id },
      {
        kind: 'replace-factors',
        targetId: ada.id,
        partnerId: null,
        proposal: { lost: 'factors' },
        before: {},
        targetVersion: null,
        reason: '',
        needs: [],
        delay: '24 hours',
      },
    ),
  )
  const concern = waiting(await overview({}, support))
  equal(concern?.count, 1)
  ok(concern.until && Date.parse(concern.until) > Date.now())
  // An auditor may read no requests, so they are not listed as checked either.
  const auditorView = await overview()
  equal(waiting(auditorView), undefined)
  deepEqual(
    auditorView.checked.filter((kind) => /Approvals|Webhooks/.test(kind)),
    [],
  )
})

test('an approval request that an admin can see but not decide is counted as undecided', async () => {
  const young = await logInAdmin(await addAdmin({ roles: ['support'] }))
  const { concerns, checked } = await overview({}, young)
  deepEqual(
    concerns.filter(({ kind }) => /Approvals/.test(kind)).map(({ kind, count }) => [kind, count]),
    [['undecidedApprovals', 1]],
  )
  ok(checked.includes('waitingApprovals'))
  deepEqual(
    (await overview({}, support)).concerns.filter(({ kind }) => kind === 'undecidedApprovals'),
    [],
  )
})

test('failing webhooks and those disabled because of failures are counted for admins who see webhooks', async () => {
  const owner = await logInAdmin(await addAdmin({ roles: ['super_admin'] }))
  const url = 'https://a.example'
  await addRows('webhooks', [
    { name: 'well', url, active: true, endedReason: null, failingSince: null },
    { name: 'failing', url, active: true, endedReason: null, failingSince: now },
    { name: 'ended', url, active: false, endedReason: 'gone', failingSince: now },
    { name: 'off', url, active: false, endedReason: null, failingSince: now },
  ])
  await deleteRows('snapshots', {})
  const { checked } = await overview({}, owner)
  // Concerns that were not counted are not listed as checked.
  deepEqual(
    checked.filter((kind) => kind === 'failingWebhooks' || kind === 'undeliveredMails'),
    [],
  )
  await writeSnapshot(db)
  const result = await overview({}, owner)
  equal(failing(result), 2)
  ok(result.checked.includes('failingWebhooks') && result.checked.includes('undeliveredMails'))
  const { checked: checkedForSupport, ...supportView } = await overview({}, support)
  equal(failing({ ...supportView, checked: checkedForSupport }), undefined)
  ok(
    !checkedForSupport.includes('failingWebhooks') &&
      !checkedForSupport.includes('unmetRequirements'),
  )
})

test('a late seal and an old backup are listed only for admins who may read the log of the system', async () => {
  await recordAudit(db, { kind: 'system' }, 'backup_created')
  await sealAndCount()
  await backdate('audit_log', { action: 'backup_created' }, { timestamp: '49 hours' }, owner)
  await backdate('audit_blocks', {}, { madeAt: '21 minutes' }, owner)
  const { concerns } = await overview()
  deepEqual(
    concerns.filter(({ since }) => since !== null).map(({ kind }) => kind),
    ['sealingLate', 'oldBackup'],
  )
  deepEqual(
    (await overview({}, support)).concerns.filter(({ since }) => since !== null),
    [],
  )
})

test('PE-02 the overview requires one of the permissions for the audit log', async () => {
  const userAdmin = await logInAdmin(await addAdmin({ roles: ['user_admin'] }))
  await refusedWith(commonErrors.forbidden, overview({}, userAdmin))
  await refusedWith(commonErrors.notLoggedIn, overview({}, await logIn(ada)))
  await refusedWith(commonErrors.notLoggedIn, overview({}, await visitor()))
})
