// own process: reads the list of all companies
import { deepEqual, match } from 'node:assert/strict'
import { test } from 'node:test'
import { maxListedCount } from '#contract/list.ts'
import { sql } from '#server/db.ts'
import { addEarlierMonths } from '#test/audit-months.ts'
import { added, board, browser, hub } from '#test/companies.ts'
import { addManyUsers, addUser, inviteUser } from '#test/people.ts'
import { addRow, ago, deleteRows, updateRows } from '#test/rows.ts'
import * as contract from './contract.ts'

test('a company reports the number of users of each platform, and of open invitations', async () => {
  const id = await added('Counting Ltd')
  const company = 'Counting Ltd'
  await addUser({ company, platforms: [hub.id] })
  const second = await addUser({ company, platforms: [hub.id, board.id] })
  await updateRows(
    'subsystem_accounts',
    { userId: second.id, subsystemId: board.id },
    { active: false },
  )
  for (const email of ['one@quay.example', 'two@quay.example', 'three@quay.example'])
    await inviteUser({ company, email })
  await updateRows('invitations', { email: 'three@quay.example' }, { linkExpiresAt: ago('1 hour') })
  await deleteRows('second_factors', { userId: second.id })
  const details = await browser.call(contract.getPartner, { params: { id } })
  deepEqual(
    [details.people, details.platformUsers, details.pendingInvitations],
    [2, [{ id: hub.id, users: 2 }], 2],
  )
  const [listed] = await browser.call(contract.listPartners, { query: { q: company } })
  deepEqual([listed?.people, listed?.withoutFactor, listed?.pendingInvitations], [2, 1, 2])
  await added('Ready Ltd')
  await addUser({ company: 'Ready Ltd' })
  for (const missing of ['secondFactor', 'invitation'] as const) {
    const companies = await browser.call(contract.listPartners, { query: { missing } })
    deepEqual(
      companies.map(({ name }) => name),
      [company],
    )
  }
})

test('3S20: a company with more than 1,000 users reports 1,001, and its export 1000+', async () => {
  const partnerId = await added('Crowded Ltd')
  const users = Array.from({ length: maxListedCount + 5 }, (_, at) => ({
    partnerId,
    email: `crowd${at}@quay.example`,
    lacksFactor: true,
  }))
  await addManyUsers(users)
  const query = { q: 'Crowded Ltd' }
  const [listed] = await browser.call(contract.listPartners, { query })
  const details = await browser.call(contract.getPartner, { params: { id: partnerId } })
  for (const company of [listed, details])
    deepEqual(
      [company?.people, company?.withoutFactor, company?.pendingInvitations],
      [1001, 1001, 0],
    )
  const csv = await browser.fetch('/api/admin/partners/export?q=Crowded')
  match(await csv.text(), /"Crowded Ltd","active","1000\+","1000\+","0"/)
})

test('IP addresses of recent logins are suggested as networks, sorted by number of users', async () => {
  await addEarlierMonths()
  const id = await added('Addressed Ltd')
  const users = [
    await addUser({ company: 'Addressed Ltd' }),
    await addUser({ company: 'Addressed Ltd' }),
  ]
  const stranger = await addUser({ company: 'Elsewhere Ltd' })
  for (const [user, ipAddress, age] of [
    [users[0], '203.0.113.29', '40 days'],
    [users[0], '198.51.100.8', '3 days'],
    [users[0], '192.0.2.7', '1 day'],
    [users[1], '::ffff:198.51.100.8', '2 days'],
    [stranger, '192.0.2.44', '1 day'],
  ] as const)
    await addRow('audit_log', {
      timestamp: ago(age),
      actorId: user!.id,
      action: 'login_succeeded',
      ipAddress,
      companyId: sql`(select partner_id from users where id = ${user!.id})`,
    })
  const addresses = await browser.call(contract.listAddresses, { params: { id } })
  deepEqual(
    addresses.map(({ ipAddress, people }) => [ipAddress, people]),
    [
      ['198.51.100.8', 2],
      ['192.0.2.7', 1],
    ],
  )
})
