// own process: sets SECURITY_PROFILE
import { equal, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'

process.env['SECURITY_PROFILE'] = 'nist'
const { config } = await import('#server/config.ts')
const { db, scalar, sql, transaction } = await import('#server/db.ts')
const { addAdmin, addUser, logInAdmin } = await import('#test/people.ts')
const { backdate, deleteRows, updateRows } = await import('#test/rows.ts')
const { countReads } = await import('#test/reads.ts')
const { statementsOf } = await import('#test/statements.ts')
const { listRequirements } = await import('../compliance/contract.ts')
const { countUnmet } = await import('../compliance/jobs.ts')
const { measureRequirement } = await import('../compliance/measure.ts')
const { getOverview } = await import('./contract.ts')
const { takeSnapshot } = await import('./jobs.ts')
type Overview = import('./contract.ts').Overview

const auditor = await logInAdmin(await addAdmin({ roles: ['auditor'] }))
const support = await logInAdmin(await addAdmin({ roles: ['support'] }))

const overview = (browser = auditor): Promise<Overview> => browser.call(getOverview, {})

const passTime = () => backdate('snapshots', {}, { takenAt: '6 minutes' })
const countSnapshots = () => scalar<number>(db)`select count(*) from snapshots`

const unmet = ({ concerns }: Overview) => concerns.find(({ kind }) => kind === 'unmetRequirements')

test('unmet requirements are measured with each snapshot, or hourly if slow, and listed for admins who see compliance', async () => {
  await deleteRows('snapshots', {})
  let measurements = 0
  const count = async () => {
    measurements += 1
    return 9
  }
  await takeSnapshot(count)
  await passTime()
  await takeSnapshot(count)
  equal(measurements, 2)
  await updateRows('snapshots', {}, { counts: sql`jsonb_set(counts, '{measuringMs}', '1001')` })
  await passTime()
  await takeSnapshot(count)
  equal(measurements, 2)
  equal(unmet(await overview())?.count, 9)
  equal(unmet(await overview(support)), undefined)
  await backdate('snapshots', {}, { takenAt: '1 hour' })
  await takeSnapshot(async () => undefined)
  await deleteRows('snapshots', { counts: sql`? 'unmetRequirements'` })
  equal(unmet(await overview()), undefined)
})

test('3S2: a measurement that fails or never ends stops no snapshot, and is repeated after an hour', async () => {
  await deleteRows('snapshots', {})
  let measurements = 0
  const fail = async () => {
    measurements += 1
    equal(await countSnapshots(), measurements === 1 ? 1 : 3)
    throw new Error('canceling statement due to statement timeout')
  }
  await rejects(takeSnapshot(fail))
  await passTime()
  await takeSnapshot(fail)
  equal(await countSnapshots(), 2)
  equal(measurements, 1)
  await backdate('snapshots', {}, { takenAt: '1 hour' })
  await rejects(takeSnapshot(fail))
  equal(measurements, 2)
})

test('3S2: the time limit of a measurement cancels a statement before its wait for a lock ends', async () => {
  await transaction(db, async (tx) => {
    await tx.query('lock table failure_streaks in access exclusive mode')
    await rejects(countUnmet(db), { code: '57014' })
  })
})

test('3S2: without a security profile nothing is measured', async (t) => {
  config.securityProfile = 'standard'
  t.after(() => {
    config.securityProfile = 'nist'
  })
  const statements = await statementsOf(async () => equal(await countUnmet(db), undefined))
  equal(statements.length, 0)
})

test('3S2: the search for shared addresses reads no user while the unique index prevents them', async () => {
  await addUser()
  const { result, reads } = await countReads(['users', 'admins'], (tx) =>
    measureRequirement(tx, 'pci-8.2.1'),
  )
  equal(result.state, 'met')
  equal(reads, 0)
})

test('3A27: the overview and the compliance page report the same number of unmet requirements', async () => {
  await deleteRows('snapshots', {})
  await takeSnapshot(async () => 99)
  equal(unmet(await overview())?.count, 99)
  const measured = await auditor.call(listRequirements, {})
  const count = measured.filter(({ state }) => state === 'not-met').length
  ok(count > 0)
  equal(unmet(await overview())?.count, count)
})
