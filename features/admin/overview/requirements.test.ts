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

test('unmet requirements of the profile are measured with each snapshot, once an hour where that takes long, and told to those who see compliance', async () => {
  await deleteRows('snapshots', {})
  let measured = 0
  const countUnmet = async () => {
    measured += 1
    return 9
  }
  await takeSnapshot(countUnmet)
  await passTime()
  await takeSnapshot(countUnmet)
  equal(measured, 2)
  await updateRows('snapshots', {}, { counts: sql`jsonb_set(counts, '{measuringMs}', '1001')` })
  await passTime()
  await takeSnapshot(countUnmet)
  equal(measured, 2)
  equal(unmet(await overview())?.count, 9)
  equal(unmet(await overview(support)), undefined)
  await backdate('snapshots', {}, { takenAt: '1 hour' })
  await takeSnapshot(async () => undefined)
  await deleteRows('snapshots', { counts: sql`? 'unmetRequirements'` })
  equal(unmet(await overview()), undefined)
})

test('the overview says as many requirements are not met as the page of compliance has measured', async () => {
  await deleteRows('snapshots', {})
  await takeSnapshot(async () => 99)
  equal(unmet(await overview())?.count, 99)
  const measured = await auditor.call(listRequirements, {})
  const count = measured.filter(({ state }) => state === 'not-met').length
  ok(count > 0)
  equal(unmet(await overview())?.count, count)
})
