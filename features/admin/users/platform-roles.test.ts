import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import { acceptForUser, findInvitation } from '#domain/invitations/invitation.ts'
import { findSubsystem, updateSubsystem } from '#domain/platforms/subsystem.ts'
import { db, row, scalar, transaction } from '#server/db.ts'
import { addColleague, addDelegated, inviteBy, newRow } from '#test/delegated.ts'
import { addAdmin, addUser, logInAdmin, refusedWith } from '#test/people.ts'
import { addInvitation, listInvitingPartners } from '../invitations/contract.ts'
import { checkGuests } from '../../company/invitations/contract.ts'
import * as company from '../../company/users/contract.ts'
import { getPlatforms, setPlatforms } from './contract.ts'

const role = (id: string, byCompany = false) => ({ id, names: { en: id }, byCompany })
const harbour = await addDelegated('Harbour Trading')
const [hub, vault] = harbour.platforms
for (const id of [hub, vault]) {
  const platform = await findSubsystem(db, id)
  if (!platform) throw new Error(`no platform ${id}`)
  await updateSubsystem(db, {
    ...platform,
    roles: [role('viewer', true), role('payer', true), role('approver')],
  })
}
const admin = await logInAdmin(await addAdmin({ roles: ['support', 'user_admin'] }))
const boss = await addColleague(harbour, ['people'])

const rolesOf = (userId: string, id = hub) =>
  scalar<string[]>(db)`
    select roles from subsystem_accounts where user_id = ${userId} and subsystem_id = ${id}`
const give = (id: string, roles: string[] | undefined, platform = hub) =>
  admin.call(setPlatforms, {
    params: { id },
    body: { subsystems: [{ id: platform, ...(roles && { roles }) }], reason: 'New task' },
    headers: {},
  })

async function giveByCompany(id: string, roles?: string[]) {
  const { etag } = await boss.browser.call(company.getColleague, { params: { id } })
  return boss.browser.call(company.setColleaguePlatforms, {
    params: { id },
    headers: { 'if-match': etag },
    body: { subsystems: [{ id: hub, ...(roles && { roles }) }] },
  })
}

test('P25: an admin grants roles that the platform defines; omitted roles stay; each change is recorded', async () => {
  const ada = await addUser({ company: harbour.name })
  await give(ada.id, ['payer', 'approver'])
  deepEqual(await rolesOf(ada.id), ['approver', 'payer'])
  await give(ada.id, undefined)
  deepEqual(await rolesOf(ada.id), ['approver', 'payer'])
  const { platforms } = await admin.call(getPlatforms, { params: { id: ada.id } })
  const access = platforms.find(({ id }) => id === hub)
  deepEqual(
    [access?.roles, access?.offeredRoles.map(({ id }) => id)],
    [
      ['approver', 'payer'],
      ['viewer', 'payer', 'approver'],
    ],
  )
  await give(ada.id, ['viewer'])
  const entry = await row<{ action: string; data: Record<string, { roles: string[] }> }>(db)`
    select action, data from audit_log where target_id = ${ada.id} and action like 'platform_access%'
    order by id desc limit 1`
  deepEqual(
    [entry?.action, entry?.data['before']?.roles, entry?.data['after']?.roles],
    ['platform_access_changed', ['approver', 'payer'], ['viewer']],
  )
})

test('P25: a role that the platform does not define is refused; a granted role that the platform dropped may stay', async () => {
  const ada = await addUser({ company: harbour.name })
  await refusedWith(errorCodes.invalidInput, give(ada.id, ['root']))
  await refusedWith(errorCodes.invalidInput, give(ada.id, ['Root!']))
  equal(await rolesOf(ada.id), undefined)
  await give(ada.id, ['approver', 'viewer'])
  const platform = await findSubsystem(db, hub)
  if (!platform) throw new Error('no platform')
  await updateSubsystem(db, {
    ...platform,
    roles: platform.roles.filter(({ id }) => id !== 'approver'),
  })
  await give(ada.id, ['approver', 'payer'])
  deepEqual(await rolesOf(ada.id), ['approver', 'payer'])
  await updateSubsystem(db, platform)
})

test('P25: a company grants and revokes only roles marked for companies, and never revokes other roles', async () => {
  const ada = await addColleague(harbour)
  await giveByCompany(ada.id, ['viewer'])
  deepEqual(await rolesOf(ada.id), ['viewer'])
  await refusedWith(errorCodes.beyondDelegation, giveByCompany(ada.id, ['approver']))
  await give(ada.id, ['viewer', 'approver'])
  await giveByCompany(ada.id, ['payer'])
  deepEqual(await rolesOf(ada.id), ['approver', 'payer'])
  await giveByCompany(ada.id, [])
  deepEqual(await rolesOf(ada.id), ['approver'])
  await giveByCompany(ada.id)
  deepEqual(await rolesOf(ada.id), ['approver'])
})

test("P25: an invitation grants roles with its platforms; a company's invitation only roles marked for companies", async () => {
  const invite = (platformRoles: { subsystem: string; roles: string[] }[], email: string) =>
    admin.call(addInvitation, {
      body: {
        ...newRow(),
        email,
        partnerId: harbour.partnerId,
        subsystems: [hub],
        platformRoles,
      },
    })
  const ada = await addUser({ company: harbour.name })
  await invite([{ subsystem: hub, roles: ['payer'] }], ada.email)
  deepEqual(await rolesOf(ada.id), ['payer'])
  await refusedWith(
    errorCodes.invalidInput,
    invite([{ subsystem: vault, roles: ['payer'] }], 'one@quay.example'),
  )
  await refusedWith(
    errorCodes.invalidInput,
    invite([{ subsystem: hub, roles: ['root'] }], 'two@quay.example'),
  )
  const order = (roles: string[]) =>
    inviteBy(boss, [newRow()], { subsystems: [hub], platformRoles: [{ subsystem: hub, roles }] })
  await refusedWith(errorCodes.beyondDelegation, order(['approver']))
  const [invitation] = await order(['viewer'])
  const stored = await scalar<object>(db)`
    select platform_roles from invitations where id = ${invitation?.id ?? ''}`
  deepEqual(stored, [{ subsystem: hub, roles: ['viewer'] }])
})

test('P25: an invitation adds roles to existing access, the check reports it, and dropped roles are omitted', async () => {
  const { email, id } = await addUser({ company: harbour.name })
  await give(id, ['payer'])
  const check = async (roles: string[]) => {
    const platformRoles = [{ subsystem: hub, roles }]
    const body = { subsystems: [hub], platformRoles, rows: [{ ...newRow(), email }] }
    const { rows } = await boss.browser.call(checkGuests, { body })
    return rows[0]?.outcome
  }
  equal(await check(['payer']), null)
  equal(await check(['viewer']), 'give')
  const order = { subsystems: [hub], platformRoles: [{ subsystem: hub, roles: ['viewer'] }] }
  await inviteBy(boss, [{ ...newRow(), email }], order)
  deepEqual(await rolesOf(id), ['payer', 'viewer'])

  const guest = newRow()
  await inviteBy(boss, [guest], order)
  const again = { subsystems: [hub], rows: [guest] }
  const { rows: coveredRows } = await boss.browser.call(checkGuests, { body: again })
  equal(coveredRows[0]?.faults[0]?.rule, 'alreadyInvited')
  const platformRoles = [{ subsystem: hub, roles: ['payer'] }]
  const { rows: extendedRows } = await boss.browser.call(checkGuests, {
    body: { ...again, platformRoles },
  })
  equal(extendedRows[0]?.outcome, 'invite')

  const [invitation] = await inviteBy(boss, [newRow()], order)
  const stored = await findInvitation(db, invitation?.id ?? '')
  const platform = await findSubsystem(db, hub)
  if (!stored || !platform) throw new Error('no invitation')
  const other = await addUser({ company: harbour.name })
  await updateSubsystem(db, {
    ...platform,
    roles: platform.roles.filter((each) => each.id !== 'viewer'),
  })
  const by = { kind: 'system' }
  await transaction(db, (tx) => acceptForUser(tx, by, stored, other.id))
  deepEqual(await rolesOf(other.id), [])
  await updateSubsystem(db, platform)
})

function idsOf(platforms: readonly { id: string; roles: readonly { id: string }[] }[]) {
  return platforms.map(({ id, roles }) => [id, roles.map((each) => each.id)])
}

test('P25: the form of an admin’s invitation offers every role of a platform, the form of a company the roles marked for it', async () => {
  const [own] = await admin.call(listInvitingPartners, { query: { id: harbour.partnerId } })
  const all = ['viewer', 'payer', 'approver']
  deepEqual(idsOf(own?.subsystems ?? []), [
    [hub, all],
    [vault, all],
  ])
  deepEqual(idsOf(await boss.browser.call(company.listOwnPlatforms, {})), [
    [hub, ['viewer', 'payer']],
  ])
})
