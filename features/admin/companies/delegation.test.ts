import { deepEqual, equal, match } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { getMe } from '#contract/me.ts'
import { errorCodes } from '#contract/refusal.ts'
import { setUserActive } from '#domain/accounts/user-activation.ts'
import { getUser } from '#domain/accounts/user.ts'
import { db, scalars, transaction } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { addColleague, addDelegated, giveCompanyRoles, inviteBy, newRow } from '#test/delegated.ts'
import { untilLocked } from '#test/locks.ts'
import { mailbox } from '#test/mailbox.ts'
import { addAdmin, addUser, logIn, logInAdmin, refusedWith } from '#test/people.ts'
import { findOrCreatePartner } from '#domain/companies/partner.ts'
import { deleteRows, updateRows } from '#test/rows.ts'
import { startWorker } from '../../../app/worker.ts'
import { writeSnapshot } from '../overview/jobs.ts'
import { getOverview } from '../overview/contract.ts'
import { deactivateUser, moveUser } from '../users/contract.ts'
import { getNetworks, setNetworks } from '../../company/networks/contract.ts'
import { changePartner, listPartners } from './contract.ts'
import * as contract from './delegation-contract.ts'

const admin = await addAdmin()
const browser = await logInAdmin(admin)

const read = (id: string) => browser.call(contract.getDelegation, { params: { id } })
const nameOwners = (id: string, ...owners: string[]) =>
  browser.call(contract.setOwners, { params: { id }, body: { owners, reason: 'Contract of May' } })

const facts = {
  delegated: true,
  seats: 25,
  subsystems: null,
  reviewMonths: 6 as const,
  reviewStrict: true,
}

test('U17: an admin enables delegation of a company and names its first owner', async () => {
  const partnerId = await findOrCreatePartner(db, 'New Harbour')
  const ada = await addUser({ company: 'New Harbour' })
  const ownersBrowser = await logIn(ada)
  const { etag } = await read(partnerId)
  const change = { params: { id: partnerId }, headers: { 'if-match': etag }, body: facts }
  const after = await browser.call(contract.setDelegation, change)
  deepEqual([after.delegated, after.seats, after.used, after.owners], [true, 25, 1, []])
  await refusedWith(errorCodes.changedMeanwhile, browser.call(contract.setDelegation, change))
  deepEqual(
    (await nameOwners(partnerId, ada.id)).owners.map(({ id }) => id),
    [ada.id],
  )
  deepEqual((await ownersBrowser.call(getMe, {})).permissions, [
    'company_owner',
    'company_users',
    'company_security',
    'company_audit',
  ])
  const [saved] = await auditOf(partnerId)
  deepEqual(
    [saved?.action, saved?.data],
    [
      'company_delegation_changed',
      {
        before: {
          ...facts,
          delegated: false,
          seats: null,
          reviewMonths: null,
          reviewStrict: false,
        },
        after: facts,
      },
    ],
  )
  const roles = (await auditOf(ada.id)).find(({ action }) => action === 'company_role_changed')
  deepEqual(roles?.data, {
    before: { roles: [] },
    after: { roles: ['owner'] },
    reason: 'Contract of May',
  })
  const { etag: fresh } = await read(partnerId)
  await browser.call(contract.setDelegation, {
    params: { id: partnerId },
    headers: { 'if-match': fresh },
    body: { ...facts, delegated: false },
  })
  deepEqual((await ownersBrowser.call(getMe, {})).permissions, [])
})

test('U17: only active users of the company can be owners, and their other roles are kept', async () => {
  const { partnerId } = await addDelegated('Roles Ltd')
  const ada = await addUser({ company: 'Roles Ltd' })
  await giveCompanyRoles(ada, 'auditor')
  await nameOwners(partnerId, ada.id)
  await nameOwners(partnerId)
  deepEqual(await scalars(db)`select role from company_roles where user_id = ${ada.id}`, [
    'auditor',
  ])
  const foreign = await addUser({ company: 'Foreign Ltd' })
  const off = await addUser({ company: 'Roles Ltd' })
  await updateRows('users', { id: off.id }, { active: false })
  for (const id of [foreign.id, off.id, randomUUID()])
    await refusedWith(errorCodes.invalidInput, nameOwners(partnerId, id))
  const candidates = await browser.call(contract.findOwnerCandidates, {
    params: { id: partnerId },
    query: { q: ada.email },
  })
  deepEqual(
    candidates.map(({ id }) => id),
    [ada.id],
  )
  await refusedWith(errorCodes.notFound, read(randomUUID()))
  await refusedWith(errorCodes.notFound, nameOwners('nothing'))
})

test('U17: a list of owners is rejected if another admin has changed the owners that the caller expects', async () => {
  const company = await addDelegated('Two Hands Ltd')
  const [ada, eve] = [await addColleague(company), await addColleague(company)]
  const params = { id: company.partnerId }
  const replace = (owners: string[], expected: string[]) =>
    browser.call(contract.setOwners, { params, body: { owners, expected } })
  await replace([ada.id], [])
  await refusedWith(errorCodes.changedMeanwhile, replace([eve.id], []))
  const { owners } = await replace([eve.id, ada.id], [ada.id])
  equal(owners.length, 2)
  equal((await replace([], [eve.id, ada.id])).owners.length, 0)
})

test('U17: deactivating the last owner of a company notifies the admins who manage companies', async () => {
  const company = await addDelegated('Orphan Ltd')
  const owner = await addColleague(company, ['owner'])
  await browser.call(deactivateUser, { params: { id: owner.id }, body: { reason: 'Left' } })
  const worker = await startWorker()
  const mail = await mailbox.waitFor(admin.email, /Orphan Ltd has no owner/, 20_000)
  await worker.stop()
  match(mail.text, new RegExp(`/admin/companies/${company.partnerId}\\?tab=delegation`))
  await deleteRows('snapshots', {})
  await writeSnapshot(db)
  const { concerns } = await browser.call(getOverview, { query: {} })
  const concernCount = concerns.find(({ kind }) => kind === 'companiesWithoutOwner')?.count ?? 0
  const listed = await browser.call(listPartners, { query: { delegated: 'withoutOwner' } })
  equal(listed.length, concernCount)
  equal(
    listed.some(({ id }) => id === company.partnerId),
    true,
  )
})

test('U17: deactivating both owners of a company concurrently notifies the admins who manage companies', async () => {
  const company = await addDelegated('Twin Ltd')
  const [ada, noah] = [
    await addColleague(company, ['owner']),
    await addColleague(company, ['owner']),
  ]
  const { call } = await transaction(db, async (tx) => {
    await setUserActive(tx, { kind: 'system' }, await getUser(tx, ada.id), { active: false })
    const request = { params: { id: noah.id }, body: { reason: 'Left' } }
    const call = browser.call(deactivateUser, request)
    await untilLocked(1)
    return { call }
  })
  await call
  const mails = await scalars<string>(db)`
    select id from mails
    where kind = 'company-without-owner' and user_id = ${admin.id} and data->>'partnerId' = ${company.partnerId}`
  equal(mails.length, 1)
})

test('U17: moving a user removes roles and old platforms, ends sessions, and accepts an open invitation of the new company', async () => {
  const from = await addDelegated('Old Employer')
  const to = await addDelegated('New Employer')
  const ada = await addColleague(from, ['owner'], { platforms: [...from.platforms] })
  const shared = from.platforms[0]
  await updateRows('partners', { id: to.partnerId }, { subsystems: [...to.platforms, shared] })
  const owner = await addColleague(to, ['owner'])
  const [invitation] = await inviteBy(owner, [newRow(ada)], { subsystems: [to.platforms[0]] })
  const moved = await browser.call(moveUser, {
    params: { id: ada.id },
    body: { companyId: to.partnerId, reason: 'Changed the employer' },
  })
  equal(moved.partner?.id, to.partnerId)
  deepEqual(moved.subsystems.map(({ id }) => id).toSorted(), [shared, to.platforms[0]].toSorted())
  deepEqual(await scalars(db)`select role from company_roles where user_id = ${ada.id}`, [])
  equal(await ada.browser.isLoggedIn(), false)
  deepEqual(
    await scalars(db)`
      select accepted_at is not null from invitations where id = ${invitation?.id ?? ''}`,
    [true],
  )
  const again = browser.call(moveUser, {
    params: { id: ada.id },
    body: { companyId: to.partnerId, reason: 'Again' },
  })
  await refusedWith(errorCodes.invalidInput, again)
})

test('U17: a change of a company from an outdated version names the admin who was the last to change its delegation or networks', async () => {
  const { name, partnerId } = await addDelegated('Contested Harbour')
  const rosa = await logInAdmin(await addAdmin({ firstname: 'Rosa', lastname: 'Luz' }))
  const { etag } = await read(partnerId)
  const faultsOfChange = async () => {
    const change = browser.call(changePartner, {
      params: { id: partnerId },
      headers: { 'if-match': etag },
      body: { name, active: true, subsystems: null, ipAllowRules: [] },
    })
    return (await refusedWith(errorCodes.changedMeanwhile, change)).faults
  }
  await rosa.call(contract.setDelegation, {
    params: { id: partnerId },
    headers: { 'if-match': etag },
    body: facts,
  })
  deepEqual(await faultsOfChange(), [{ code: 409001, by: 'Rosa Luz' }])
  const colleague = await addColleague({ name }, ['security'])
  const networks = await colleague.browser.call(getNetworks, {})
  await colleague.browser.call(setNetworks, {
    headers: { 'if-match': networks.etag },
    body: { ipAllowRules: [] },
  })
  deepEqual(await faultsOfChange(), [{ code: 409001 }], 'a user of the company was the last')
})

test('U17: moving a user requires the permissions for users and for companies', async () => {
  const { partnerId } = await addDelegated('Target Ltd')
  const ada = await addUser()
  const call = { params: { id: ada.id }, body: { companyId: partnerId, reason: 'Moved' } }
  const users = await logInAdmin(await addAdmin({ roles: ['user_admin'] }))
  await refusedWith(errorCodes.forbidden, users.call(moveUser, call))
  const support = await logInAdmin(await addAdmin({ roles: ['support'] }))
  equal((await support.call(moveUser, call)).partner?.id, partnerId)
})
