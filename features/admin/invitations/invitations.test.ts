// own process: expects no platforms but those of this file
import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes, commonErrors } from '#contract/refusal.ts'
import { findLink, mailedToken } from '#domain/sign-in/link.ts'
import { findPartner, findOrCreatePartner } from '#domain/companies/partner.ts'
import { db, rows } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { partnerId, browser, newGuest, invited, livingLinks } from '#test/invitations.ts'
import { mailbox } from '#test/mailbox.ts'
import { addAdmin, addUser, logIn, logInAdmin, refusedWith, visitor } from '#test/people.ts'
import { updateRows } from '#test/rows.ts'
import { startWorker } from '../../../app/worker.ts'
import * as contract from './contract.ts'

const unknownId = '01900000-0000-7000-8000-000000000000'

test('an admin invites a user, who gets a mail with one link that leads to the platform', async () => {
  const guest = newGuest({ redirectUrl: 'https://hub.example/start?at=1' })
  const worker = await startWorker()
  const { id } = await browser.call(contract.addInvitation, { body: guest })
  const mail = await mailbox.waitFor(guest.email, /invited you to Portico/, 20_000)
  await worker.stop()
  const links = mail.text.match(/https?:\/\/\S+/g) ?? []
  equal(links.length, 1)
  match(links[0] ?? '', /^http:\/\/localhost:8080\/sign-up\/[\w-]+\?/)
  equal(new URL(links[0] ?? '').searchParams.get('redirect_url'), guest.redirectUrl)
  const [listed] = await browser.call(contract.listInvitations, { query: { limit: 1 } })
  deepEqual(
    { id: listed?.id, state: listed?.state, partner: listed?.partner.name },
    { id, state: 'open', partner: 'Harbour Ltd' },
  )
  const { action, data } = (await auditOf(id))[0] ?? {}
  deepEqual([action, data], ['invitation_created', { partnerId, subsystems: ['hub'] }])
})

test('sending an invitation again voids the older link and leaves exactly one, even with concurrent calls', async () => {
  const { id, token } = await invited()
  const request = { params: { id }, body: {} }
  await Promise.all(
    Array.from({ length: 10 }, () => browser.call(contract.resendInvitation, request)),
  )
  equal(await findLink(db, token), undefined)
  const links = await livingLinks(id)
  equal(links.length, 1)
  const fresh = (await mailedToken(db, links[0]?.id ?? '')) ?? ''
  equal((await findLink(db, fresh))?.invitationId, id)
})

test('an unknown company or platform, a foreign URL and the address of a user without a company are rejected at their fields', async () => {
  const { email } = await addUser({ company: null })
  await updateRows('partners', { name: 'Sunken Ltd' }, { active: false })
  const wrong = [
    [{ partnerId: unknownId }, 400001, 'partnerId', 'unknownPartner'],
    [{ partnerId: 'nothing' }, 400001, 'partnerId', 'unknownPartner'],
    [{ subsystems: ['kitchen'] }, 400001, 'subsystems', 'unknownPlatform'],
    [{ redirectUrl: 'https://evil.example/' }, 400001, 'redirectUrl', 'notOfAPlatform'],
    [{ redirectUrl: 'javascript:alert(1)' }, 400001, 'redirectUrl', 'notOfAPlatform'],
    [{ email }, errorCodes.unableToProcess, 'email', 'hasAccount'],
  ] as const
  for (const [about, code, field, rule] of wrong) {
    const body = {
      ...newGuest(),
      ...about,
      subsystems: [...((about as { subsystems?: string[] }).subsystems ?? [])],
    }
    const refusal = await refusedWith(code, browser.call(contract.addInvitation, { body }))
    deepEqual(refusal.faults, [{ code, field, rule }])
  }
})

test('a deactivated company and a platform that the company does not have are rejected', async () => {
  const sunken = await findOrCreatePartner(db, 'Sunken Ltd')
  await updateRows('partners', { name: 'Sunken Ltd' }, { active: false })
  const call = browser.call(contract.addInvitation, { body: newGuest({ partnerId: sunken }) })
  await refusedWith(errorCodes.partnerInactive, call)
  const small = await findOrCreatePartner(db, 'Small Ltd')
  await updateRows('partners', { id: small }, { subsystems: '{}' })
  equal((await findPartner(db, small))?.subsystems?.length, 0)
  const body = newGuest({ partnerId: small })
  const refusal = await refusedWith(400001, browser.call(contract.addInvitation, { body }))
  equal(refusal.faults[0]?.field, 'subsystems')
})

test('the form suggests active companies by part of the name, each with its platforms', async () => {
  const companies = await browser.call(contract.listInvitingPartners, { query: { q: 'HARB' } })
  deepEqual(companies, [
    {
      id: partnerId,
      name: 'Harbour Ltd',
      subsystems: [{ id: 'hub', name: 'Hub', roles: [] }],
      hasAll: true,
      usage: null,
    },
  ])
  deepEqual(await browser.call(contract.listInvitingPartners, { query: { q: '%' } }), [])
})

test('AP-21 older invitations are listed page by page', async () => {
  for (let one = 0; one < 5; one += 1) await invited()
  const ids: string[] = []
  let address = '/api/admin/invitations?limit=2'
  while (address !== '') {
    const answer = await browser.fetch(address)
    ids.push(...((await answer.json()) as { id: string }[]).map(({ id }) => id))
    address = answer.headers.get('x-next-url') ?? ''
  }
  deepEqual(ids, [...new Set(ids)].toSorted().toReversed())
  equal((await rows(db)`select id from invitations`).length, ids.length)
})

test('an unknown invitation id, the id of a user and a malformed id answer 404', async () => {
  const { id: userId } = await addUser()
  for (const id of [userId, unknownId, 'nothing']) {
    for (const endpoint of [contract.resendInvitation, contract.revokeInvitation]) {
      await refusedWith(errorCodes.notFound, browser.call(endpoint, { params: { id }, body: {} }))
    }
  }
})

test('PE-02 an admin without the permission for users, a user and a visitor cannot invite', async () => {
  const { id } = await invited()
  const params = { id }
  for (const [other, code] of [
    [await logInAdmin(await addAdmin({ roles: ['auditor'] })), commonErrors.forbidden],
    [await logIn(await addUser()), commonErrors.notLoggedIn],
    [await visitor(), commonErrors.notLoggedIn],
  ] as const) {
    await refusedWith(code, other.call(contract.listInvitations, {}))
    await refusedWith(code, other.call(contract.listInvitingPartners, {}))
    await refusedWith(code, other.call(contract.addInvitation, { body: newGuest() }))
    await refusedWith(code, other.call(contract.resendInvitation, { params, body: {} }))
    await refusedWith(code, other.call(contract.revokeInvitation, { params, body: {} }))
  }
})
