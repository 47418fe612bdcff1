import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { getMe } from '#contract/me.ts'
import { errorCodes } from '#contract/refusal.ts'
import { countSeats } from '#domain/companies/company-role.ts'
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
import { addUser, logIn, refusedWith, type TestUser, type Visitor } from '#test/people.ts'
import { addRow, ago, updateRows } from '#test/rows.ts'
import { startWorker } from '../../../app/worker.ts'
import * as contract from './contract.ts'

const harbour = await addDelegated('Harbour Trading')
const [hub, vault] = harbour.platforms
const boss = await addColleague(harbour, ['owner'])

async function inviteLoner(order: { subsystems?: string[]; expiresAt?: string } = {}) {
  const loner = await addUser({ company: null })
  const [invitation] = await inviteBy(boss, [newRow({ email: loner.email })], order)
  return { loner, browser: await logIn(loner), id: invitation?.id ?? '' }
}

const administratorRoles = async ({ browser }: { browser: Visitor }) =>
  (await browser.call(contract.listOwnAdministrators, {})).map((each) => each.roles)
const companyOf = ({ id }: Pick<TestUser, 'id'>) =>
  scalar<string | null>(db)`select partner_id from users where id = ${id}`
const platformsOf = ({ id }: Pick<TestUser, 'id'>) =>
  scalars<string>(db)`
    select subsystem_id from subsystem_accounts where user_id = ${id} order by subsystem_id`

test('U17 P18: a user without a company gets a mail with a link to join, and joins with one click', async () => {
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  const { loner, browser, id } = await inviteLoner({ subsystems: [hub], expiresAt })
  const worker = await startWorker()
  const mail = await mailbox.waitFor(loner.email, /invited you to join/, 20_000)
  await worker.stop()
  match(mail.text, /\/main\/join/)
  const [own] = await browser.call(contract.listOwnCompanyInvitations, {})
  deepEqual(
    [own?.id, own?.company, own?.platforms, own?.accessExpiresAt],
    [id, harbour.name, [{ id: hub, name: 'Harbour Trading hub' }], expiresAt],
  )
  const seats = await countSeats(db, harbour.partnerId)
  await browser.call(contract.joinCompany, { params: { id }, body: {} })
  equal(await companyOf(loner), harbour.partnerId)
  equal(await countSeats(db, harbour.partnerId), seats)
  const me = await browser.call(getMe, {})
  deepEqual(
    [me.partner?.name, me.subsystems.map((each) => [each.id, each.state])],
    [harbour.name, [[hub, 'active']]],
  )
  deepEqual(
    (await auditOf(loner.id)).map(({ action }) => action),
    ['company_joined', 'platform_access_given'],
  )
  const entry = await row<{ companyId: string; subSystem: string }>(db)`
    select company_id, sub_system from audit_log where action = 'company_joined' and actor_id = ${loner.id}`
  deepEqual(entry, { companyId: harbour.partnerId, subSystem: 'company' })
  deepEqual(await browser.call(contract.listOwnCompanyInvitations, {}), [])
  await refusedWith(
    errorCodes.notFound,
    browser.call(contract.joinCompany, { params: { id }, body: {} }),
  )
})

test('U17: joining removes access from an earlier company, and exactly one of 20 concurrent calls succeeds', async () => {
  const { loner, browser, id } = await inviteLoner({ subsystems: [hub] })
  await addRow('subsystem_accounts', { userId: loner.id, subsystemId: vault })
  const calls = Array.from({ length: 20 }, () =>
    browser.call(contract.joinCompany, { params: { id }, body: {} }),
  )
  const results = await Promise.allSettled(calls)
  equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  deepEqual(await platformsOf(loner), [hub])
})

test('U17: joining is refused for a foreign, unknown or expired invitation, and for a user with a company', async () => {
  const { id } = await inviteLoner()
  const stranger = await logIn(await addUser({ company: null }))
  const join = (browser: typeof stranger, invitationId = id) =>
    browser.call(contract.joinCompany, { params: { id: invitationId }, body: {} })
  await refusedWith(errorCodes.notFound, join(stranger))
  await refusedWith(errorCodes.notFound, join(stranger, 'nothing'))

  const late = await inviteLoner()
  await updateRows('one_time_links', { email: late.loner.email }, { expiresAt: ago('1 minute') })
  await refusedWith(errorCodes.notFound, join(late.browser, late.id))

  const settled = await addUser({ company: 'Foreign Ltd' })
  const [invitation] = await inviteBy(boss, [newRow({ email: settled.email })])
  const browser = await logIn(settled)
  const worker = await startWorker()
  await mailbox.waitFor(settled.email, /Harbour Trading tried to invite you/, 20_000)
  await worker.stop()
  deepEqual(await browser.call(contract.listOwnCompanyInvitations, {}), [])
  await refusedWith(errorCodes.notFound, join(browser, invitation?.id))
  await openCompanyInvitations()
})

test('U17: joining is refused if the company was deactivated after the invitation', async () => {
  const company = await addDelegated('Closing Ltd')
  const owner = await addColleague(company, ['owner'])
  const loner = await addUser({ company: null })
  const [invitation] = await inviteBy(owner, [newRow({ email: loner.email })])
  const browser = await logIn(loner)
  equal((await browser.call(contract.listOwnCompanyInvitations, {})).length, 1)
  await updateRows('partners', { id: company.partnerId }, { active: false })
  deepEqual(await browser.call(contract.listOwnCompanyInvitations, {}), [])
  const params = { id: invitation?.id ?? '' }
  await refusedWith(errorCodes.notFound, browser.call(contract.joinCompany, { params, body: {} }))
  equal(await companyOf(loner), null)
})

test('U17: leaving a company ends roles, requests and platforms, and is refused for the last owner', async () => {
  const company = await addDelegated('Leaving Ltd')
  const [hub] = company.platforms
  const sole = await addColleague(company, ['owner'])
  const leave = ({ browser }: typeof sole) => browser.call(contract.leaveCompany, { body: {} })
  const description = await sole.browser.call(contract.describeLeaving, {})
  deepEqual(description.leaving, {
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

test('U17: if the last two owners leave concurrently, exactly one succeeds', async () => {
  const company = await addDelegated('Parting Ltd')
  const owners = [await addColleague(company, ['owner']), await addColleague(company, ['owner'])]
  const results = await Promise.allSettled(
    owners.map(({ browser }) => browser.call(contract.leaveCompany, { body: {} })),
  )
  equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('U17: a user of a company without delegation cannot leave it', async () => {
  const browser = await logIn(await addUser({ company: 'Plain Ltd' }))
  equal((await browser.call(contract.describeLeaving, {})).leaving, null)
  await refusedWith(errorCodes.beyondDelegation, browser.call(contract.leaveCompany, { body: {} }))
})

test('3W2: a user sees the names and roles of the other active administrators of the company, owners first', async () => {
  const company = await addDelegated('Lantern Ltd')
  const ada = await addColleague(company)
  const manager = await addColleague(company, ['people'])
  const owner = await addColleague(company, ['owner', 'auditor'])
  const inactive = await addColleague(company, ['owner'])
  await updateRows('users', { id: inactive.id }, { active: false })
  deepEqual(await administratorRoles(ada), [['owner', 'auditor'], ['people']])
  deepEqual(await administratorRoles(owner), [['people']])
  const [first] = await manager.browser.call(contract.listOwnAdministrators, {})
  equal(first?.name, 'Ada Byron')
  await updateRows('partners', { id: company.partnerId }, { delegated: false })
  deepEqual(await administratorRoles(ada), [])
  deepEqual(
    await administratorRoles({ browser: await logIn(await addUser({ company: null })) }),
    [],
  )
})
