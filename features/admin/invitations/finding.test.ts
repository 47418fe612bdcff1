import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { fillInvitationSearchText } from '#domain/invitations/invitation.ts'
import { findOrCreatePartner } from '#domain/companies/partner.ts'
import { db } from '#server/db.ts'
import { browser, invited, newGuest } from '#test/invitations.ts'
import { addPlatform, addUser } from '#test/people.ts'
import { ago, now, updateRows } from '#test/rows.ts'
import * as contract from './contract.ts'

test('invitations are found by part of a name or address, regardless of case, accents and order', async () => {
  const companyId = await findOrCreatePartner(db, 'Searched Ltd')
  const [firstGuest, secondGuest] = [newGuest(), newGuest()]
  const names = [
    { firstname: 'Léa', lastname: 'Marceau-Ortiz' },
    { firstname: 'Liam', lastname: 'Hopper' },
  ]
  const rows = [firstGuest, secondGuest].map(({ email, preferredLanguage }, index) => ({
    email,
    preferredLanguage,
    firstname: names[index]?.firstname ?? '',
    lastname: names[index]?.lastname ?? '',
  }))
  const headers = { 'idempotency-key': randomUUID() }
  const body = { companyId, subsystems: [], rows }
  const invitations = (await browser.call(contract.addInvitations, { headers, body })).rows
  const [lea, liam] = invitations.map(({ id }) => id)
  const findIds = async (q: string) => {
    const query = new URLSearchParams({ company: companyId, q })
    const answer = await browser.fetch(`/api/admin/invitations?${query}`)
    return ((await answer.json()) as { id: string }[]).map(({ id }) => id)
  }
  const { email } = firstGuest
  const cases: [string, unknown[]][] = [
    ['lea', [lea]],
    ['ORTIZ marceau', [lea]],
    ['marceau le', [lea]],
    ['le', [lea]],
    ['li', [liam]],
    ['ea', []],
    ['%', []],
    [email.toUpperCase(), [lea]],
    ['nobody', []],
  ]
  for (const [q, ids] of cases) deepEqual(await findIds(q), ids, q)
  // Set as an older version leaves it.
  await updateRows('invitations', { id: lea }, { searchText: null })
  deepEqual(await findIds('marceau'), [lea])
  await fillInvitationSearchText(db)
  deepEqual(await findIds('lea'), [lea])
})

test('an invitation that was sent again is listed with the time and the number of times it was sent', async () => {
  const { id, email } = await invited()
  await updateRows('one_time_links', { invitationId: id }, { createdAt: ago('3 days') })
  const findInvitation = async () => {
    const answer = await browser.fetch(`/api/admin/invitations?q=${encodeURIComponent(email)}`)
    const [only] = (await answer.json()) as { sentAt: string; timesSent: number }[]
    return only
  }
  const first = await findInvitation()
  equal(first?.timesSent, 1)
  await browser.call(contract.resendInvitation, { params: { id }, body: {} })
  const second = await findInvitation()
  equal(second?.timesSent, 2)
  ok(Date.parse(second?.sentAt ?? '') - Date.parse(first?.sentAt ?? '') > 2 * 86_400_000)
})

test('3A1: a chosen company says how many of its users can open each platform', async () => {
  await addPlatform({ id: 'usual' })
  const company = 'Usual Ltd'
  const people = [['usual'], ['usual'], []]
  for (const platforms of people) await addUser({ company, platforms })
  const gone = await addUser({ company, platforms: ['usual'] })
  await updateRows('users', { id: gone.id }, { active: false })
  const id = await findOrCreatePartner(db, company)
  const [chosen] = await browser.call(contract.listInvitingPartners, { query: { id } })
  deepEqual(chosen?.usage, { users: 3, platforms: [{ id: 'usual', users: 2 }] })
  const [listed] = await browser.call(contract.listInvitingPartners, { query: { q: company } })
  equal(listed?.usage, null)
})

test('3A7: an accepted invitation has the id of its user, and a pending one has none', async () => {
  const { id, email } = await invited()
  const userIdOf = async () => {
    const answer = await browser.call(contract.listInvitations, { query: { q: email } })
    return answer[0]?.userId
  }
  equal(await userIdOf(), null)
  const user = await addUser({ email })
  equal(await userIdOf(), null)
  await updateRows('invitations', { id }, { acceptedAt: now })
  equal(await userIdOf(), user.id)
})
