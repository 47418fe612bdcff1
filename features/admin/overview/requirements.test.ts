import { equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#server/db.ts'
import { addAdmin, logInAdmin } from '#test/people.ts'
import { backdate, deleteRows, updateRows } from '#test/rows.ts'
import { listRequirements } from '../compliance/contract.ts'
import { getOverview, type Overview } from './contract.ts'
import { takeSnapshot } from './jobs.ts'

const auditor = await logInAdmin(await addAdmin({ roles: ['auditor'] }))
const support = await logInAdmin(await addAdmin({ roles: ['support'] }))

const overview = (browser = auditor): Promise<Overview> => browser.call(getOverview, {})

const passTime = () => backdate('snapshots', {}, { takenAt: '6 minutes' })

const unmet = ({ concerns }: Overview) => concerns.find(({ kind }) => kind === 'unmetRequirements')

test('unmet requirements are measured with each snapshot, or hourly if slow, and listed for admins who see compliance', async () => {
  await deleteRows('snapshots', {})
  let measurements = 0
  const countUnmet = async () => {
    measurements += 1
    return 9
  }
  await takeSnapshot(countUnmet)
  await passTime()
  await takeSnapshot(countUnmet)
  equal(measurements, 2)
  await updateRows('snapshots', {}, { counts: sql`jsonb_set(counts, '{measuringMs}', '1001')` })
  await passTime()
  await takeSnapshot(countUnmet)
  equal(measurements, 2)
  equal(unmet(await overview())?.count, 9)
  equal(unmet(await overview(support)), undefined)
  await backdate('snapshots', {}, { takenAt: '1 hour' })
  await takeSnapshot(async () => undefined)
  await deleteRows('snapshots', { counts: sql`? 'unmetRequirements'` })
  equal(unmet(await overview()), undefined)
})

test('the overview and the compliance page report the same number of unmet requirements', async () => {
  await deleteRows('snapshots', {})
  await takeSnapshot(async () => 99)
  equal(unmet(await overview())?.count, 99)
  const measured = await auditor.call(listRequirements, {})
  const count = measured.filter(({ state }) => state === 'not-met').length
  ok(count > 0)
  equal(unmet(await overview())?.count, count)
})
