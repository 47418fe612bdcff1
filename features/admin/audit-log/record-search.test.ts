import { deepEqual, equal } from 'node:assert/strict'
import { afterEach, test, type TestContext } from 'node:test'
import { recordAudit } from '#domain/audit.ts'
import { db, rows } from '#server/db.ts'
import { busyUser } from '#test/auditor.ts'
import { addAdmin, logInAdmin } from '#test/people.ts'
import { listEntries } from './contract.ts'
import { recordWaitingSearches, standsMs } from './record-search.ts'

afterEach(recordWaitingSearches)

async function reader(t: TestContext) {
  const admin = await addAdmin({ roles: ['auditor'] })
  const browser = await logInAdmin(admin)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const search = (query: object) => browser.call(listEntries, { query })
  const stand = async () => {
    t.mock.timers.tick(standsMs)
    await recordWaitingSearches()
  }
  const recorded = async () => {
    const found = await rows<{ filters: Record<string, unknown> }>(db)`
      select (data->'filters') - 'seesAdmins' as filters from audit_log
      where actor_id = ${admin.id} and action = 'audit_log_searched' order by id`
    return found.map(({ filters }) => filters)
  }
  const open = (id: string) =>
    recordAudit(db, { adminId: admin.id }, 'search_result_opened', { targetId: id })
  return { search, stand, recorded, open }
}

test('a search is recorded once it stands for two seconds', async (t) => {
  const { search, stand, recorded } = await reader(t)
  const { id } = await busyUser(1)
  await search({ user: id })
  deepEqual(await recorded(), [])
  await stand()
  deepEqual(await recorded(), [{ who: [id] }])
})

test('of searches that narrow each other down in between, the last one is recorded', async (t) => {
  const { search, stand, recorded } = await reader(t)
  const { id } = await busyUser(1)
  await search({})
  await search({ user: id })
  await search({ user: id, action: ['logged_out', 'login_failed'] })
  await search({ user: id, action: 'logged_out', startDate: '2020-01-01' })
  await stand()
  deepEqual(await recorded(), [
    { who: [id], actions: ['logged_out'], startDate: '2020-01-01T00:00:00.000Z' },
  ])
})

test('every search that shows something else is recorded, however fast they follow', async (t) => {
  const { search, stand, recorded } = await reader(t)
  const [ada, bob] = [await busyUser(1), await busyUser(1)]
  await search({ user: ada.id })
  await search({ user: bob.id })
  await search({ action: 'logged_out' })
  await search({})
  await stand()
  deepEqual(await recorded(), [
    { who: [ada.id] },
    { who: [bob.id] },
    { actions: ['logged_out'] },
    {},
  ])
})

test('a search that is repeated, also of a period that moves on, is recorded once in ten minutes', async (t) => {
  const { search, stand, recorded } = await reader(t)
  for (const startDate of ['2026-01-01T10:00:00Z', '2026-01-01T10:00:20Z']) {
    await search({ startDate })
    await stand()
  }
  equal((await recorded()).length, 1)
  await search({ startDate: '2026-01-01T09:00:00Z' })
  await stand()
  equal((await recorded()).length, 2)
})

test('the admin’s own searches can be left out of the list', async (t) => {
  const { search, stand } = await reader(t)
  await search({})
  await stand()
  const query = { action: 'audit_log_searched' }
  const own = (await search(query)) as { action: string }[]
  const others = (await search({ ...query, ownSearches: 'hidden' })) as { action: string }[]
  equal(own.length, others.length + 1)
})

test('results of a search that the admin opened are left out with the searches', async (t) => {
  const { search, open } = await reader(t)
  const { id } = await busyUser(1)
  await open(id)
  const query = { user: id, action: 'search_result_opened' }
  equal((await search(query)).length, 1)
  equal((await search({ ...query, ownSearches: 'hidden' })).length, 0)
})
