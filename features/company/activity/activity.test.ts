import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { db } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { addColleague, addDelegated } from '#test/delegated.ts'
import { addAdmin, addUser, logIn, logInAdmin, refusedWith } from '#test/people.ts'
import { ago, updateRows } from '#test/rows.ts'
import { moveUser, setPlatforms } from '../../admin/users/contract.ts'
import * as contract from './contract.ts'

const harbour = await addDelegated('Harbour Trading')
const auditor = await addColleague(harbour, ['auditor'])
const ada = await addColleague(harbour)
const admin = await addAdmin({ roles: ['support'], firstname: 'Mary', lastname: 'Secret' })
const support = await logInAdmin(admin, { ipAddress: '192.0.2.77' })

const list = (query: object = {}) => auditor.browser.call(contract.listCompanyActivity, { query })

test("U17: an action of a provider's admin is listed as support, without id, address, request and reason", async () => {
  await support.call(setPlatforms, {
    params: { id: ada.id },
    headers: {},
    body: { subsystems: [{ id: harbour.platforms[0] }], reason: 'Owes us money' },
  })
  const [entry] = await list({ action: 'platform_access_given' })
  deepEqual(
    {
      user: entry?.user,
      userId: entry?.userId,
      actorKind: entry?.actorKind,
      ipAddress: entry?.ipAddress,
      requestId: entry?.requestId,
      data: entry?.data,
    },
    {
      user: 'Portico support',
      userId: null,
      actorKind: 'admin',
      ipAddress: '',
      requestId: '',
      data: { subsystem: harbour.platforms[0], before: {}, after: { active: true } },
    },
  )
  const text = JSON.stringify(await list())
  for (const secret of [admin.id, admin.email, 'Mary', 'Secret', '192.0.2.77', 'Owes us'])
    equal(text.includes(secret), false, secret)
})

test("U17: an entry belongs to the user's company at its time, so moving a user transfers no entries", async () => {
  const rival = await addDelegated('Rival Ltd')
  const spy = await addColleague(rival, ['auditor'])
  const mover = await addUser({ company: harbour.name, firstname: 'Wandering' })
  await recordAudit(db, { userId: mover.id, ipAddress: '203.0.113.5' }, 'login_succeeded', {})
  await support.call(moveUser, {
    params: { id: mover.id },
    body: { companyId: rival.partnerId, reason: 'Changed the employer' },
  })
  await recordAudit(db, { userId: mover.id, ipAddress: '203.0.113.6' }, 'login_succeeded', {})
  const rivalEntries = await spy.browser.call(contract.listCompanyActivity, { query: {} })
  const ofMover = rivalEntries.filter(({ userId }) => userId === mover.id)
  deepEqual(
    ofMover.map(({ ipAddress }) => ipAddress),
    ['203.0.113.6'],
  )
  const [moved] = await list({ action: 'user_moved' })
  deepEqual(moved?.data, { before: { partnerId: harbour.partnerId }, after: {} })
  deepEqual(moved?.names, { [harbour.partnerId]: harbour.name })
  const text = JSON.stringify(await list())
  for (const foreign of [rival.partnerId, rival.name, '203.0.113.6'])
    equal(text.includes(foreign), false, foreign)
})

test('U17: filters match only users of the company; a foreign user, an unknown id and an admin return an empty list', async () => {
  const stranger = await addUser({ company: 'Foreign Ltd' })
  await recordAudit(db, { userId: stranger.id }, 'login_succeeded', {})
  const browser = await logIn(ada)
  await recordAudit(db, { userId: ada.id }, 'profile_changed', {})
  ok(
    (await list({ user: ada.email })).every(({ userId, targetId }) =>
      [userId, targetId].includes(ada.id),
    ),
  )
  equal((await list({ user: ada.id, action: 'profile_changed' })).length, 1)
  for (const user of [stranger.email, stranger.id, admin.email, admin.id, 'no@one.example'])
    deepEqual(await list({ user }), [], user)
  await refusedWith(errorCodes.forbidden, browser.call(contract.listCompanyActivity, {}))
  await refusedWith(errorCodes.invalidInput, list({ action: 'nothing' }))
})

test('U17: the export requires a step-up, is recorded, and has the entries of the list', async () => {
  const answer = await auditor.browser.fetch('/api/users/company/audit/export')
  const text = await answer.text()
  match(text, /"Portico support","","admin","platform_access_given"/)
  equal(text.includes('Owes us'), false)
  equal(text.includes(admin.id), false)
  const rows = await auditOf(auditor.id)
  const kinds = rows.map(({ action, subSystem }) => `${action} ${subSystem}`)
  ok(kinds.includes('audit_log_searched company') && kinds.includes('audit_log_exported company'))
  await updateRows('sessions', { userId: auditor.id }, { verifiedAt: ago('1 hour') })
  const late = await auditor.browser.fetch('/api/users/company/audit/export')
  equal(late.status, 403)
})

test('U17: the activity is found by a part of a name and by the IP address of a user, and hides own views', async () => {
  const finn = await addColleague(harbour, [], { firstname: 'Finnegan' })
  await recordAudit(db, { userId: finn.id, ipAddress: '203.0.113.90' }, 'login_succeeded', {})
  const stranger = await addUser({ company: 'Foreign Ltd', firstname: 'Finnegan' })
  await recordAudit(db, { userId: stranger.id, ipAddress: '203.0.113.90' }, 'login_succeeded', {})
  await support.call(setPlatforms, {
    params: { id: finn.id },
    headers: {},
    body: { subsystems: [{ id: harbour.platforms[0] }], reason: 'Has changed teams' },
  })
  const usersFor = async (q: string) => (await list({ q })).map(({ userId }) => userId)
  ok((await usersFor('finneg')).includes(finn.id))
  deepEqual(await usersFor('203.0.113.90'), [finn.id])
  deepEqual(await usersFor('nobody of this name'), [])
  // The IP addresses of admins cannot be guessed.
  deepEqual(await usersFor('192.0.2.77'), [])
  const searches = { action: 'audit_log_searched' }
  ok((await list(searches)).length > 0)
  deepEqual(await list({ ...searches, ownSearches: 'hidden' }), [])
})
