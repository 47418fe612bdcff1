// own process: reads the list of all companies
import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { db, run } from '#server/db.ts'
import { added, board, browser, hub } from '#test/companies.ts'
import { addUser, inviteUser } from '#test/people.ts'
import * as contract from './contract.ts'

test('a company says how many of its users have each platform, and how many invitations wait', async () => {
  const id = await added('Counting Ltd')
  const company = 'Counting Ltd'
  await addUser({ company, platforms: [hub.id] })
  const second = await addUser({ company, platforms: [hub.id, board.id] })
  await run(db)`
    update subsystem_accounts set active = false where user_id = ${second.id} and subsystem_id = ${board.id}`
  for (const email of ['one@quay.example', 'two@quay.example', 'three@quay.example'])
    await inviteUser({ company, email })
  await run(db)`
    update invitations set link_expires_at = now() - interval '1 hour' where email = 'three@quay.example'`
  await run(db)`delete from second_factors where user_id = ${second.id}`
  const found = await browser.call(contract.getPartner, { params: { id } })
  deepEqual(
    [found.people, found.platformUsers, found.pendingInvitations],
    [2, [{ id: hub.id, users: 2 }], 2],
  )
  const [listed] = await browser.call(contract.listPartners, { query: { q: company } })
  deepEqual([listed?.people, listed?.withoutFactor, listed?.pendingInvitations], [2, 1, 2])
  await added('Ready Ltd')
  await addUser({ company: 'Ready Ltd' })
  for (const missing of ['secondFactor', 'invitation'] as const) {
    const found = await browser.call(contract.listPartners, { query: { missing } })
    deepEqual(
      found.map(({ name }) => name),
      [company],
    )
  }
})

test('the addresses that its users logged in from are suggested as networks, those of most users first', async () => {
  const id = await added('Addressed Ltd')
  const users = [
    await addUser({ company: 'Addressed Ltd' }),
    await addUser({ company: 'Addressed Ltd' }),
  ]
  const stranger = await addUser({ company: 'Elsewhere Ltd' })
  for (const [user, ipAddress, ago] of [
    [users[0], '203.0.113.29', '40 days'],
    [users[0], '198.51.100.8', '3 days'],
    [users[0], '192.0.2.7', '1 day'],
    [users[1], '::ffff:198.51.100.8', '2 days'],
    [stranger, '192.0.2.44', '1 day'],
  ] as const)
    await run(db)`
      insert into audit_log (id, timestamp, actor_kind, actor_id, action, ip_address, company_id)
      select gen_random_uuid(), now() - ${ago}::interval, 'user', id::text, 'login_succeeded', ${ipAddress},
             partner_id
      from users where id = ${user!.id}`
  const found = await browser.call(contract.listAddresses, { params: { id } })
  deepEqual(
    found.map(({ ipAddress, people }) => [ipAddress, people]),
    [
      ['198.51.100.8', 2],
      ['192.0.2.7', 1],
    ],
  )
})
