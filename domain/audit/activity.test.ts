// own process: deletes and recounts the activity of all rows
import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { recountOfLog, sealAndCount, totalsOfHours } from '#test/audit.ts'
import { addAdmin, addUser, inviteUser } from '#test/people.ts'
import { db, row, scalar } from '#server/db.ts'
import { deleteRows, updateRows } from '#test/rows.ts'
import { recordAudit, type Actor } from './audit.ts'
import { findOrCreatePartner } from '../companies/partner.ts'

const harbour = await findOrCreatePartner(db, 'Harbour Ltd')
const ada = await addUser({ company: 'Harbour Ltd' })
const grace = await addAdmin()

async function companyAfter(actor: Actor, targetId?: string): Promise<string | null | undefined> {
  const requestId = randomUUID()
  await recordAudit(db, { ...actor, requestId }, 'profile_changed', { targetId })
  return scalar<string | null>(db)`select company_id from audit_log where request_id = ${requestId}`
}

test('an audit row stores the company of its actor, or else of its target', async () => {
  const { email } = await inviteUser()
  const invitation = await scalar<string>(db)`select id from invitations where email = ${email}`
  const userWithoutCompany = await addUser({ company: null })
  const companies = [
    await companyAfter({ userId: ada.id }),
    await companyAfter({ userId: ada.id }, userWithoutCompany.id),
    await companyAfter({ adminId: grace.id }, ada.id),
    await companyAfter({ kind: 'system' }, harbour),
    await companyAfter({ platformId: 'hub' }, invitation),
    await companyAfter({}, ada.id),
  ]
  deepEqual(companies, Array(6).fill(harbour))
  for (const id of [userWithoutCompany.id, grace.id, randomUUID(), 'hub', undefined])
    equal(await companyAfter({ adminId: grace.id }, id), null)
})

test('an audit row keeps its company when the user moves to another one', async () => {
  const user = await addUser({ company: 'Quay' })
  await recordAudit(db, { userId: user.id }, 'login_succeeded')
  await updateRows('users', { id: user.id }, { partnerId: harbour })
  const company = await scalar(db)`select company_id from audit_log where actor_id = ${user.id}`
  equal(company, await findOrCreatePartner(db, 'Quay'))
})

test('sealing counts each row once, by hour, area, action and outcome', async () => {
  const { id: userId } = ada
  await sealAndCount()
  const before = await totalsOfHours(db)
  await recordAudit(db, { userId, platformId: 'hub' }, 'platform_accessed')
  await recordAudit(db, { userId }, 'login_succeeded')
  await recordAudit(db, { userId }, 'login_succeeded')
  const failed = (reason: string) => ({ targetId: userId, data: { reason } })
  await recordAudit(db, {}, 'login_failed', failed('password'))
  await recordAudit(db, {}, 'login_failed', failed('code'))
  await recordAudit(db, {}, 'login_failed', { ...failed('password'), subSystem: 'admin' })
  await recordAudit(db, { adminId: grace.id }, 'user_deactivated', failed('left the company'))
  await recordAudit(db, { kind: 'system' }, 'signing_key_rotated')
  deepEqual(await totalsOfHours(db), before)
  await sealAndCount()
  await sealAndCount()
  deepEqual(
    new Map([...(await totalsOfHours(db))].filter(([key, count]) => before.get(key) !== count)),
    new Map([
      ['admin login_failed password', 1],
      ['admin user_deactivated ', 1],
      ['system signing_key_rotated ', 1],
      ['user login_failed code', 1],
      ['user login_failed password', 1],
      ['user login_succeeded ', 2 + (before.get('user login_succeeded ') ?? 0)],
      ['platform platform_accessed ', 1],
    ]),
  )
})

test('blocks sealed before counting was introduced are counted in batches, oldest first', async () => {
  await sealAndCount()
  await deleteRows('activity_totals', {})
  await updateRows('activity_progress', {}, { block: 0 })
  await recordAudit(db, { userId: ada.id }, 'logged_out')
  await sealAndCount()
  deepEqual(await totalsOfHours(db), await recountOfLog(db))
  const { counted, last } = (await row<{ counted: number; last: number }>(db)`
    select (select block from activity_progress) as counted, (select max(number) from audit_blocks) as last`)!
  equal(counted, last)
})
