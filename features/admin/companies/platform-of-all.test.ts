// own process: changes the platforms of all companies
import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { commonErrors } from '#contract/refusal.ts'
import { db, scalar, scalars, transaction } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { added, both, browser, board, hub } from '#test/companies.ts'
import { addAdmin, addUser, logInAdmin, refusedWith } from '#test/people.ts'
import { addRow, deleteRows, updateRows } from '#test/rows.ts'
import { until } from '#test/until.ts'
import { startWorker } from '../../../app/worker.ts'
import { givePlatform, takePlatform, getPartner } from './contract.ts'
import { changePlatformOfAll } from './jobs.ts'
import { changeNextUsers } from './platform-of-all.ts'

const reason = 'A contract was signed'
const unknownId = '01900000-0000-7000-8000-000000000000'

function order(
  endpoint: typeof givePlatform | typeof takePlatform,
  id: string,
  options: { subsystem?: string; dryRun?: boolean; reason?: string } = {},
) {
  const { subsystem = hub.id, ...body } = options
  return browser.call(endpoint as typeof givePlatform, {
    params: { id, subsystem },
    body: { reason, ...body },
  })
}

/** Adds a company with the given number of users: one has access to the platform, one has deactivated access. */
async function companyOf(name: string, users: number) {
  const id = await added(name)
  const company = name
  const first = await addUser({ company, platforms: [hub.id], hasSecondFactor: false })
  const second = await addUser({ company, platforms: [hub.id], hasSecondFactor: false })
  await updateRows('subsystem_accounts', { userId: second.id }, { active: false })
  for (let more = 2; more < users; more += 1) await addUser({ company, hasSecondFactor: false })
  return { id, company, first, second }
}

function countUsersWithAccess(partnerId: string): Promise<number | undefined> {
  return scalar<number>(db)`
    select count(*) from users u join subsystem_accounts a on a.user_id = u.id
    where u.partner_id = ${partnerId} and a.subsystem_id = ${hub.id}`
}

function rowsOf(partnerId: string, action: string): Promise<string[]> {
  return scalars<string>(db)`
    select l.target_id from audit_log l join users u on u.id::text = l.target_id
    where u.partner_id = ${partnerId} and l.action = ${action}`
}

const latestOf = (partnerId: string) =>
  scalar<string>(db)`
    select id from partner_platform_changes where partner_id = ${partnerId}
    order by created_at desc, id desc limit 1`

test('M1: a dry run counts the users of the moment and changes nothing', async () => {
  const { id } = await companyOf('Counted Ltd', 5)
  deepEqual(await order(givePlatform, id, { dryRun: true }), { people: 3 })
  deepEqual(await order(takePlatform, id, { dryRun: true }), { people: 2 })
  deepEqual(
    await browser.call(givePlatform, {
      params: { id, subsystem: hub.id },
      body: { dryRun: true },
    }),
    { people: 3 },
  )
  equal(await latestOf(id), undefined)
  deepEqual(
    (await auditOf(id)).map(({ action }) => action),
    ['partner_added'],
  )
})

test('M1: a worker grants every user of a company access, with one audit row each, and does not activate deactivated access', async () => {
  const { id, first, second } = await companyOf('Given Ltd', 60)
  const worker = await startWorker()
  deepEqual(await order(givePlatform, id), { people: 58 })
  await until(async () => (await countUsersWithAccess(id)) === 60)
  const grantedIds = await rowsOf(id, 'platform_access_given')
  equal(new Set(grantedIds).size, 58)
  equal(grantedIds.length, 58)
  equal(grantedIds.includes(first.id) || grantedIds.includes(second.id), false)
  const isActive = scalar(db)`select active from subsystem_accounts where user_id = ${second.id}`
  equal(await isActive, false)
  const [{ data, ipAddress, requestId, subSystem } = {}] = await auditOf(grantedIds[0] ?? '')
  deepEqual(data, { subsystem: hub.id, before: {}, after: { active: true }, reason })
  deepEqual([ipAddress !== '', requestId !== '', subSystem], [true, true, 'admin'])
  const entry = (await auditOf(id)).at(-1)
  deepEqual(
    [entry?.action, entry?.data],
    ['partner_platform_given', { subsystem: hub.id, people: 58, reason }],
  )
  // The order does not apply to a user who joins later.
  const late = await addUser({ company: 'Given Ltd', hasSecondFactor: false })
  await changePlatformOfAll((await latestOf(id)) ?? '')
  equal((await auditOf(late.id)).length, 0)

  deepEqual(await order(takePlatform, id), { people: 60 })
  await until(async () => (await countUsersWithAccess(id)) === 0)
  equal((await rowsOf(id, 'platform_access_taken')).length, 60)
  await worker.stop()
})

test('M1: an order whose worker was killed continues, and changes no user twice', async () => {
  const { id } = await companyOf('Killed Ltd', 60)
  await order(givePlatform, id)
  const changeId = (await latestOf(id)) ?? ''
  const killed = new Error('killed')
  // The first batch is committed; the second is rolled back.
  equal(await transaction(db, (tx) => changeNextUsers(tx, changeId)), true)
  const half = transaction(db, async (tx) => {
    await changeNextUsers(tx, changeId)
    throw killed
  })
  equal(await half.catch((error: unknown) => error), killed)
  const [revokedId = ''] = await rowsOf(id, 'platform_access_given')
  // The order does not grant again what is revoked in the meantime.
  await deleteRows('subsystem_accounts', { userId: revokedId })
  await Promise.all([changePlatformOfAll(changeId), changePlatformOfAll(changeId)])
  await changePlatformOfAll(changeId)
  equal((await rowsOf(id, 'platform_access_given')).length, 58)
  equal(await countUsersWithAccess(id), 59)
})

test('M1: a newer order replaces one that still runs', async () => {
  const { id } = await companyOf('Undecided Ltd', 60)
  await order(givePlatform, id)
  const older = (await latestOf(id)) ?? ''
  const running = changePlatformOfAll(older)
  await order(takePlatform, id)
  await running
  await Promise.all([changePlatformOfAll((await latestOf(id)) ?? ''), changePlatformOfAll(older)])
  equal(await countUsersWithAccess(id), 0)
})

test('M1: a platform that the company lacks can be revoked but not granted; unknown ids answer 404', async () => {
  const id = await added('Without Ltd', { subsystems: [board.id] })
  const refusal = await refusedWith(400001, order(givePlatform, id))
  deepEqual(refusal.faults, [{ code: 400001, field: 'subsystem', rule: 'notOfCompany' }])
  deepEqual(await order(takePlatform, id), { people: 0 })
  for (const [company, subsystem] of [
    [unknownId, hub.id],
    ['nothing', hub.id],
    [id, 'kitchen'],
  ] as const) {
    const call = order(givePlatform, company, { subsystem, dryRun: true })
    await refusedWith(commonErrors.notFound, call)
  }
  const missing = await refusedWith(400001, order(givePlatform, id, { reason: ' ' }))
  deepEqual(missing.faults, [{ code: 400001, field: 'reason', rule: 'required' }])
  const auditor = await logInAdmin(await addAdmin({ roles: ['auditor'] }))
  const request = { params: { id, subsystem: hub.id }, body: { reason } }
  await refusedWith(commonErrors.forbidden, auditor.call(givePlatform, request))
})

const readCompany = (id: string) => browser.call(getPartner, { params: { id } })
const dryRunOfLater = (id: string) => order(givePlatform, id, { subsystem: 'later', dryRun: true })

test('U12: a platform registered later belongs only to companies that have all platforms', async () => {
  const listed = await added('Listed Ltd', { subsystems: both })
  const all = await added('All Ltd', { subsystems: null })
  deepEqual((await readCompany(listed)).subsystems, both)
  equal((await readCompany(all)).subsystems, null)
  await addRow('subsystems', {
    id: 'later',
    name: 'Later',
    url: 'http://later.example',
    redirectUris: '{}',
  })
  deepEqual((await readCompany(listed)).subsystems, both)
  equal((await refusedWith(400001, dryRunOfLater(listed))).faults[0]?.rule, 'notOfCompany')
  deepEqual(await dryRunOfLater(all), { people: 0 })
})
