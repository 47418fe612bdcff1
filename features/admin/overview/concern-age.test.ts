// own process: counts whole tables
import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { db, sql } from '#server/db.ts'
import { addAdmin, addUser, logInAdmin } from '#test/people.ts'
import { ago, deleteRows, now, updateRows } from '#test/rows.ts'
import { getOverview } from './contract.ts'
import { writeSnapshot } from './jobs.ts'

const support = await logInAdmin(await addAdmin({ roles: ['support'] }))
await addUser({ company: 'Quay Freight' })

async function startOf(): Promise<string | null | undefined> {
  const { concerns } = await support.call(getOverview, {})
  return concerns.find(({ kind }) => kind === 'dormantCompanies')?.startedAt
}

test('a concern is listed with the time since which snapshots have counted it', async () => {
  await deleteRows('snapshots', {})
  await writeSnapshot(db, {})
  await updateRows(
    'snapshots',
    {},
    {
      counts: sql`counts || '{"dormantCompanies": 2, "dormantCompaniesStart": 1764000000}'`,
      takenAt: ago('5 minutes'),
    },
  )
  equal(await startOf(), '2025-11-24T16:00:00.000Z')
  await updateRows('partners', {}, { createdAt: ago('61 days') })
  await writeSnapshot(db, {})
  equal(await startOf(), '2025-11-24T16:00:00.000Z')
  await updateRows('partners', {}, { createdAt: now })
  await writeSnapshot(db, {})
  equal(await startOf(), undefined)
})
