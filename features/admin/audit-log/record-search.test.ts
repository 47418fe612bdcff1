import { deepEqual, equal } from 'node:assert/strict'
import { afterEach, test, type TestContext } from 'node:test'
import { recordAudit } from '#domain/audit/audit.ts'
import { db, rows } from '#server/db.ts'
import { busyUser } from '#test/auditor.ts'
import { addAdmin, logInAdmin } from '#test/people.ts'
import { listEntries } from './contract.ts'
import { recordWaitingSearches, stableMs } from './record-search.ts'

afterEach(recordWaitingSearches)

async function startReader(t: TestContext) {
  const admin = await addAdmin({ roles: ['auditor'] })
  const browser = await logInAdmin(admin)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const search = (query: object) => browser.call(listEntries, { query })
  const waitForRecording = async () => {
    t.mock.timers.tick(stableMs)
    await recordWaitingSearches()
  }
  const recordedFilters = async () => {
    const searches = await rows<{ filters: Record<string, unknown> }>(db)`
      select (data->'filters') - 'seesAdmins' as filters from audit_log
      where actor_id = ${admin.id} and action = 'audit_log_searched' order by id`
    return searches.map(({ filters }) => filters)
  }
  const open = (id: string) =>
    recordAudit(db, { adminId: admin.id }, 'search_result_opened', { targetId: id })
  return { search, waitForRecording, recordedFilters, open }
}

test('a search is recorded two seconds after its last refinement', async (t) => {
  const { search, waitForRecording, recordedFilters } = await startReader(t)
  const { id } = await busyUser(1)
  await search({ user: id })
  deepEqual(await recordedFilters(), [])
  await waitForRecording()
  deepEqual(await recordedFilters(), [{ who: [id] }])
})

test('of searches that refine each other within two seconds, only the last one is recorded', async (t) => {
  const { search, waitForRecording, recordedFilters } = await startReader(t)
  const { id } = await busyUser(1)
  await search({})
  await search({ user: id })
  await search({ user: id, action: ['logged_out', 'login_failed'] })
  await search({ user: id, action: 'logged_out', startDate: '2020-01-01' })
  await waitForRecording()
  deepEqual(await recordedFilters(), [
    { who: [id], actions: ['logged_out'], startDate: '2020-01-01T00:00:00.000Z' },
  ])
})

test('searches that are not refinements of each other are all recorded, even in quick succession', async (t) => {
  const { search, waitForRecording, recordedFilters } = await startReader(t)
  const [ada, bob] = [await busyUser(1), await busyUser(1)]
  await search({ user: ada.id })
  await search({ user: bob.id })
  await search({ action: 'logged_out' })
  await search({})
  await waitForRecording()
  deepEqual(await recordedFilters(), [
    { who: [ada.id] },
    { who: [bob.id] },
    { actions: ['logged_out'] },
    {},
  ])
})

test('a repeated search is recorded once in ten minutes, even if its period moves on', async (t) => {
  const { search, waitForRecording, recordedFilters } = await startReader(t)
  for (const startDate of ['2026-01-01T10:00:00Z', '2026-01-01T10:00:20Z']) {
    await search({ startDate })
    await waitForRecording()
  }
  equal((await recordedFilters()).length, 1)
  await search({ startDate: '2026-01-01T09:00:00Z' })
  await waitForRecording()
  equal((await recordedFilters()).length, 2)
})

test('the list can exclude the admin’s own searches', async (t) => {
  const { search, waitForRecording } = await startReader(t)
  await search({})
  await waitForRecording()
  const query = { action: 'audit_log_searched' }
  const own = (await search(query)) as { action: string }[]
  const others = (await search({ ...query, ownSearches: 'hidden' })) as { action: string }[]
  equal(own.length, others.length + 1)
})

test('excluding own searches also excludes search results that the admin opened', async (t) => {
  const { search, open } = await startReader(t)
  const { id } = await busyUser(1)
  await open(id)
  const query = { user: id, action: 'search_result_opened' }
  equal((await search(query)).length, 1)
  equal((await search({ ...query, ownSearches: 'hidden' })).length, 0)
})
