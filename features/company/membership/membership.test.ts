import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { getMe } from '#contract/me.ts'
import { errorCodes } from '#contract/refusal.ts'
import { countSeats } from '#domain/company-role.ts'
import { db, row, scalar, scalars } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import {
  addColleague,
  addDelegated,
  inviteBy,
  newRow,
  openCompanyInvitations,
} from '#test/delegated.ts'
import { mailbox } from '#test/mailbox.ts'
import { addUser, logIn, refusedWith, type TestUser } from '#test/people.ts'
import { addRow, ago, updateRows } from '#test/rows.ts'
import { startWorker } from '../../../app/worker.ts'
import * as contract from './contract.ts'

const harbour = await addDelegated('Harbour Trading')
const [given, kept] = harbour.platforms
const boss = await addColleague(harbour, ['owner'])

async function invitedLoner(order: { subsystems?: string[]; expiresAt?: string } = {}) {
  const loner = await addUser({ company: null })
  const [sent] = await inviteBy(boss, [newRow({ email: loner.email })], order)
  return { loner, browser: await logIn(loner), id: sent?.id ?? '' }
}

const companyOf = ({ id }: Pick<TestUser, 'id'>) =>
  scalar<string | null>(db)`select partner_id from users where id = ${id}`
const platformsOf = ({ id }: Pick<TestUser, 'id'>) =>
  scalars<string>(db)`
    select subsystem_id from subsystem_accounts where user_id = ${id} order by subsystem_id`

test('U17 P18: a user without a company is mailed the way to join, and joins with one press', async () => {
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  const { loner, browser, id } = await invitedLoner({ subsystems: [given], expiresAt })
  const worker = await startWorker()
  const mail = await mailbox.waitFor(loner.email, /has invited you/, 20_000)
  await worker.stop()
  match(mail.text, /\/main\/join/)
  const [own] = await browser.call(contract.listOwnCompanyInvitations, {})
  deepEqual(
    [own?.id, own?.company, own?.platforms, own?.accessExpiresAt],
    [id, harbour.name, [{ id: given, name: 'Harbour Trading hub' }], expiresAt],
  )
  const seats = await countSeats(db, harbour.partnerId)
  await browser.call(contract.joinCompany, { params: { id }, body: {} })
  equal(await companyOf(loner), harbour.partnerId)
  equal(await countSeats(db, harbour.partnerId), seats)
  const me = await browser.call(getMe, {})
  deepEqual(
    [me.partner?.name, me.subsystems.map((each) => [each.id, each.state])],
    [harbour.name, [[given, 'active']]],
  )
  deepEqual(
    (await auditOf(loner.id)).map(({ action }) => action),
    ['company_joined', 'platform_access_given'],
  )
  const joined = await row<{ companyId: string; subSystem: string }>(db)`
    select company_id, sub_system from audit_log where action = 'company_joined' and actor_id = ${loner.id}`
  deepEqual(joined, { companyId: harbour.partnerId, subSystem: 'company' })
  deepEqual(await browser.call(contract.listOwnCompanyInvitations, {}), [])
  await refusedWith(
    errorCodes.notFound,
    browser.call(contract.joinCompany, { params: { id }, body: {} }),
  )
})

test('U17: access from an earlier company does not come along, and 20 presses at once join once', async () => {
  const { loner, browser, id } = await invitedLoner({ subsystems: [given] })
  await addRow('subsystem_accounts', { userId: loner.id, subsystemId: kept })
  const presses = Array.from({ length: 20 }, () =>
    browser.call(contract.joinCompany, { params: { id }, body: {} }),
  )
  const results = await Promise.allSettled(presses)
  equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  deepEqual(await platformsOf(loner), [given])
})

test('U17: nobody joins by an invitation of another address, a revoked or expired one, or with a company', async () => {
  const { id } = await invitedLoner()
  const stranger = await logIn(await addUser({ company: null }))
  const press = (browser: typeof stranger, of = id) =>
    browser.call(contract.joinCompany, { params: { id: of }, body: {} })
  await refusedWith(errorCodes.notFound, press(stranger))
  await refusedWith(errorCodes.notFound, press(stranger, 'nothing'))

  const late = await invitedLoner()
  await updateRows('one_time_links', { email: late.loner.email }, { expiresAt: ago('1 minute') })
  await refusedWith(errorCodes.notFound, press(late.browser, late.id))

  const settled = await addUser({ company: 'Foreign Ltd' })
  const [sent] = await inviteBy(boss, [newRow({ email: settled.email })])
  const theirs = await logIn(settled)
  deepEqual(await theirs.call(contract.listOwnCompanyInvitations, {}), [])
  await refusedWith(errorCodes.notFound, press(theirs, sent?.id))
  await openCompanyInvitations()
})

test('U17: a user leaves the company: roles, requests and platforms end, the last owner stays', async () => {
  const company = await addDelegated('Leaving Ltd')
  const [hub] = company.platforms
  const sole = await addColleague(company, ['owner'])
  const leave = ({ browser }: typeof sole) => browser.call(contract.leaveCompany, { body: {} })
  const asked = await sole.browser.call(contract.describeLeaving, {})
  deepEqual(asked.leaving, {
    company: 'Leaving Ltd',
    platforms: [],
    roles: ['owner'],
    isLastOwner: true,
  })
  await refusedWith(errorCodes.lastOwner, leave(sole))
  const second = await addColleague(company, ['owner', 'auditor'], { platforms: [hub] })
  await addRow('access_requests', { userId: second.id, subsystemId: company.platforms[1] })
  await leave(second)
  equal(await companyOf(second), null)
  deepEqual(await platformsOf(second), [])
  const left = await row(db)`
    select (select count(*) from company_roles where user_id = ${second.id}) as roles,
           (select count(*) from access_requests where user_id = ${second.id}) as requests,
           (select company_id from audit_log where action = 'company_left' and actor_id = ${second.id}) as company`
  deepEqual(left, { roles: 0, requests: 0, company: company.partnerId })
  const me = await second.browser.call(getMe, {})
  deepEqual([me.partner, me.permissions], [null, []])
  await refusedWith(errorCodes.notFound, leave(second))
})

test('U17: of the last two owners who leave at once, one stays', async () => {
  const company = await addDelegated('Parting Ltd')
  const owners = [await addColleague(company, ['owner']), await addColleague(company, ['owner'])]
  const results = await Promise.allSettled(
    owners.map(({ browser }) => browser.call(contract.leaveCompany, { body: {} })),
  )
  equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('U17: only the provider changes who belongs to a company without administrators of its own', async () => {
  const browser = await logIn(await addUser({ company: 'Plain Ltd' }))
  equal((await browser.call(contract.describeLeaving, {})).leaving, null)
  await refusedWith(errorCodes.beyondDelegation, browser.call(contract.leaveCompany, { body: {} }))
})
