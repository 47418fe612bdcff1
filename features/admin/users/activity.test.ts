import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { commonErrors } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { db } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { addAdmin, addUser, logInAdmin, refusedWith, visitor } from '#test/people.ts'
import { login } from '../../account/sign-in/contract.ts'
import { listActivity } from './activity-contract.ts'
import { endSessions } from './sessions-contract.ts'

const support = await logInAdmin(await addAdmin({ roles: ['support'] }))
const auditor = await logInAdmin(await addAdmin({ roles: ['auditor'] }))
const userAdmin = await logInAdmin(await addAdmin({ roles: ['user_admin'] }))
const body = { reason: 'Left at a library' }

test("a user's activity lists events by and about the user, latest first, and failures with their reason", async () => {
  const [ada, eve] = [await addUser(), await addUser()]
  const stranger = await visitor()
  const wrong = { email: ada.email, password: 'Wrong-Harbour-1' }
  await stranger.call(login, { body: wrong }).catch(() => undefined)
  await recordAudit(db, { userId: ada.id }, 'login_succeeded')
  await recordAudit(db, { userId: eve.id }, 'login_succeeded')
  await support.call(endSessions, { params: { id: ada.id }, body })
  const params = { id: ada.id }
  const all = await auditor.call(listActivity, { params })
  deepEqual(
    all.map(({ action }) => action),
    ['all_sessions_ended', 'login_succeeded', 'login_failed'],
  )
  equal(all[2]?.data['reason'], 'password')
  deepEqual([all[0]?.targetKind, all[0]?.data['reason']], ['user', body.reason])
})

test('actions of admins are listed only with view_admin_audit_log, and the activity requires a permission for the log', async () => {
  const ada = await addUser()
  await recordAudit(db, { userId: ada.id }, 'login_succeeded')
  await support.call(endSessions, { params: { id: ada.id }, body })
  const params = { id: ada.id }
  const entries = await support.call(listActivity, { params })
  deepEqual(
    entries.map(({ action }) => action),
    ['login_succeeded'],
  )
  await refusedWith(commonErrors.forbidden, userAdmin.call(listActivity, { params }))
})

test('the activity is paginated, its pages are recorded as one search, and a cursor is valid for one user only', async () => {
  const [ada, eve] = [await addUser(), await addUser()]
  for (let count = 0; count < 5; count += 1)
    await recordAudit(db, { userId: ada.id }, 'logged_out', { data: { count } })
  const admin = await addAdmin({ roles: ['auditor'] })
  const browser = await logInAdmin(admin)
  const page = (id: string, cursor?: string) =>
    browser.fetch(
      `/api/admin/users/${id}/activity?limit=2${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
    )
  const counts: unknown[] = []
  let cursor: string | undefined
  do {
    const answer = await page(ada.id, cursor)
    const entries = (await answer.json()) as { data: { count: number } }[]
    counts.push(...entries.map(({ data }) => data.count))
    if (cursor === undefined) {
      const foreign = answer.headers.get('x-next-cursor') ?? ''
      equal((await page(eve.id, foreign)).status, 400)
    }
    cursor = answer.headers.get('x-next-cursor') ?? undefined
  } while (cursor !== undefined)
  deepEqual(counts, [4, 3, 2, 1, 0])
  const searches = (await auditOf(admin.id)).filter(({ action }) => action === 'audit_log_searched')
  equal(searches.length, 1)
  ok(JSON.stringify(searches[0]?.data).includes(ada.id))
})

test('the activity can be limited to a day, whose end is exclusive', async () => {
  const ada = await addUser()
  for (const ip of ['198.51.100.1', '198.51.100.2', '198.51.100.3'])
    await recordAudit(db, { userId: ada.id, ipAddress: ip }, 'logged_out')
  const params = { id: ada.id }
  const all = await auditor.call(listActivity, { params })
  const day = { startDate: '2026-01-01T00:00:00+01:00', endDate: '2026-01-02T00:00:00+01:00' }
  deepEqual(await auditor.call(listActivity, { params, query: day }), [])
  const [latest] = all
  const query = { endDate: latest?.timestamp ?? '' }
  ok((await auditor.call(listActivity, { params, query })).length < all.length)
  const bad = auditor.call(listActivity, { params, query: { startDate: '0001-01-01T00:00:00Z' } })
  await refusedWith(commonErrors.invalidInput, bad)
})

test('the activity of an admin, an unknown id and a malformed id answers 404', async () => {
  const admin = await addAdmin()
  for (const id of [admin.id, crypto.randomUUID(), 'x'])
    await refusedWith(commonErrors.notFound, auditor.call(listActivity, { params: { id } }))
})
