import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import { countSeats } from '#domain/companies/company-role.ts'
import { mailedToken } from '#domain/sign-in/link.ts'
import { db, row, scalar, scalars, sql } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import {
  addColleague,
  addDelegated,
  inviteBy,
  newRow,
  openCompanyInvitations,
} from '#test/delegated.ts'
import { mailbox } from '#test/mailbox.ts'
import { addUser, passHumanCheck, refusedWith, visitor } from '#test/people.ts'
import { ago, backdate, updateRows } from '#test/rows.ts'
import { startWorker } from '../../../app/worker.ts'
import { signUp } from '../../account/sign-up/contract.ts'
import * as contract from './contract.ts'

const harbour = await addDelegated('Harbour Trading')
const [hub, vault] = harbour.platforms
const boss = await addColleague(harbour, ['owner'])

const list = (query: object = {}) => boss.browser.call(contract.listCompanyInvitations, { query })
const linkOf = (id: string) =>
  scalar<string>(db)`
    select id from one_time_links where invitation_id = ${id} and voided_at is null`
const mailsTo = (email: string) =>
  scalars<string>(db)`select kind from mails where to_address = ${email} order by id`

test('U17: new users are invited in one call, in their language and with an expiry of the access', async () => {
  const expiresAt = new Date(Date.now() + 30 * 86_400_000).toISOString()
  const rows = [newRow(), newRow({ preferredLanguage: 'ar' })]
  const invitations = await inviteBy(boss, rows, { subsystems: [hub], expiresAt })
  deepEqual(
    invitations.map(({ email, state }) => [email, state]),
    rows.map(({ email }) => [email, 'open']),
  )
  await openCompanyInvitations()
  for (const { email } of rows) deepEqual(await mailsTo(email), ['invitation'])
  const [{ action, data, actorId, subSystem } = { data: {} }] = await auditOf(
    invitations[0]?.id ?? '',
  )
  deepEqual([action, actorId, subSystem], ['invitation_created', boss.id, 'company'])
  equal((data as Record<string, unknown>)['accessExpiresAt'], expiresAt)
  const latest = (await list({ state: 'open' })).find(({ email }) => email === rows[1]?.email)
  deepEqual(
    [latest?.email, latest?.accessExpiresAt, latest?.subsystems.map(({ id }) => id)],
    [rows[1]?.email, expiresAt, [hub]],
  )

  const token = (await mailedToken(db, (await linkOf(invitations[0]?.id ?? '')) ?? '')) ?? ''
  const browser = await visitor()
  const password = { password: 'Second-Harbour-2', confirmPassword: 'Second-Harbour-2' }
  const humanCheck = await passHumanCheck(browser)
  const body = {
    token,
    email: rows[0]?.email ?? '',
    ...password,
    humanCheck,
    acceptTerms: true as const,
  }
  await browser.call(signUp, { body })
  deepEqual(
    await row(db)`
      select a.subsystem_id, a.given_by, a.expires_at from subsystem_accounts a join users u on u.id = a.user_id
      where u.email = ${rows[0]?.email ?? ''}`,
    { subsystemId: hub, givenBy: `user:${boss.id}`, expiresAt: new Date(expiresAt) },
  )
})

test('U17 P18: inviting a user of the company grants the platforms immediately, and mails them to the user', async () => {
  const ada = await addColleague(harbour)
  const [answer] = await inviteBy(boss, [newRow(ada)], { subsystems: [hub] })
  equal(answer?.state, 'accepted')
  deepEqual(await mailsTo(ada.email), ['platforms-changed'])
  const by = await scalar(db)`select given_by from subsystem_accounts where user_id = ${ada.id}`
  equal(by, `user:${boss.id}`)
})

test('U17: an invalid row refuses the whole list, and a platform that is not delegated refuses the call', async () => {
  const ada = await addColleague(harbour, [], { platforms: [hub] })
  const off = await addUser({ company: harbour.name })
  await updateRows('users', { id: off.id }, { active: false })
  const invitedRow = newRow()
  await inviteBy(boss, [invitedRow], { subsystems: [hub] })
  const fresh = newRow()
  const rows = [fresh, newRow(ada), newRow(off), newRow(boss), invitedRow, fresh]
  const refusal = await refusedWith(
    errorCodes.invalidInput,
    inviteBy(boss, rows, { subsystems: [hub] }),
  )
  deepEqual(
    refusal.faults.map(({ field, rule }) => [field, rule]),
    [
      ['rows.1.email', 'hasAccess'],
      ['rows.2.email', 'userInactive'],
      ['rows.3.email', 'yourself'],
      ['rows.4.email', 'alreadyInvited'],
      ['rows.5.email', 'inListTwice'],
    ],
  )
  deepEqual(await list({ q: fresh.email }), [])
  await refusedWith(
    errorCodes.beyondDelegation,
    inviteBy(boss, [newRow()], { subsystems: [hub, vault] }),
  )
  const wrong = { ...newRow(), email: 'grace@' }
  const unparsed = await refusedWith(errorCodes.invalidInput, inviteBy(boss, [newRow(), wrong]))
  deepEqual(
    unparsed.faults.map(({ field, rule }) => [field, rule]),
    [['users.1.email', 'invalidEmail']],
  )
  const many = Array.from({ length: 51 }, () => newRow())
  await refusedWith(errorCodes.invalidInput, inviteBy(boss, many))
})

test('U17: the check of rows considers only the own company, and returns the number of used seats', async () => {
  const foreign = await addUser({ company: 'Foreign Ltd' })
  const ada = await addColleague(harbour)
  const { rows, seats } = await boss.browser.call(contract.checkGuests, {
    body: { subsystems: [hub], rows: [newRow(), newRow(foreign), newRow(ada)] },
  })
  deepEqual(
    rows.map(({ outcome, faults }) => [outcome, faults]),
    [
      ['invite', []],
      ['invite', []],
      ['give', []],
    ],
  )
  deepEqual(seats, { used: await countSeats(db, harbour.partnerId), of: null })
})

test('U17: with one seat left exactly one of 50 concurrent invitations is sent', async () => {
  const company = await addDelegated('Narrow Ltd', { seats: 2 })
  const owner = await addColleague(company, ['owner'])
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, () => inviteBy(owner, [newRow()])),
  )
  equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  const codes = results.flatMap((each) =>
    each.status === 'rejected' ? [(each.reason as { code: number }).code] : [],
  )
  deepEqual([...new Set(codes)], [errorCodes.beyondDelegation])
  equal(await countSeats(db, company.partnerId), 2)
})

test('U17: two invitations of one address use one seat; a revoked or expired invitation uses none', async () => {
  const company = await addDelegated('Thrifty Ltd', { seats: 2 })
  const owner = await addColleague(company, ['owner'])
  const guest = newRow()
  const [first] = await inviteBy(owner, [guest])
  await inviteBy(owner, [guest], { subsystems: [company.platforms[0]] })
  equal(await countSeats(db, company.partnerId), 2)
  await refusedWith(errorCodes.beyondDelegation, inviteBy(owner, [newRow()]))
  await updateRows('one_time_links', { email: guest.email }, { expiresAt: ago('1 minute') })
  await inviteBy(owner, [newRow()])
  const again = owner.browser.call(contract.resendCompanyInvitation, {
    params: { id: first?.id ?? '' },
    body: {},
  })
  await refusedWith(errorCodes.beyondDelegation, again)
})

test('U17: invitations and resent invitations of a company are limited per day', async () => {
  const company = await addDelegated('Busy Ltd')
  const owner = await addColleague(company, ['owner'])
  for (let half = 0; half < 2; half += 1)
    await inviteBy(
      owner,
      Array.from({ length: 50 }, () => newRow()),
    )
  const refusal = await refusedWith(errorCodes.tooManyRequests, inviteBy(owner, [newRow()]))
  ok((refusal.retryAfterSeconds ?? 0) > 80_000)
  const [firstInvitation] = await owner.browser.call(contract.listCompanyInvitations, {})
  const resend = () =>
    owner.browser.call(contract.resendCompanyInvitation, {
      params: { id: firstInvitation?.id ?? '' },
      body: {},
    })
  await refusedWith(errorCodes.tooManyRequests, resend())
  const ofCompany = sql`in (select id from invitations where partner_id = ${company.partnerId})`
  await backdate('one_time_links', { invitationId: ofCompany }, { createdAt: '1 day' })
  await resend()
})

test('U17: a repeated idempotency key returns the same response and sends once; with another list it is refused', async () => {
  const [key, guest] = [randomUUID(), newRow()]
  const first = await inviteBy(boss, [guest], { key })
  deepEqual(await inviteBy(boss, [guest], { key }), first)
  await refusedWith(errorCodes.idempotencyKeyReused, inviteBy(boss, [newRow()], { key }))
  equal((await list({ q: guest.email })).length, 1)
})

test('U17: an invitation is resent with a new link, and can be revoked once', async () => {
  const [invitation] = await inviteBy(boss, [newRow()])
  const id = invitation?.id ?? ''
  const before = await linkOf(id)
  const call = { params: { id }, body: {} }
  await boss.browser.call(contract.resendCompanyInvitation, call)
  ok(before !== (await linkOf(id)))
  await boss.browser.call(contract.revokeCompanyInvitation, call)
  await refusedWith(
    errorCodes.changedMeanwhile,
    boss.browser.call(contract.revokeCompanyInvitation, call),
  )
  await refusedWith(
    errorCodes.changedMeanwhile,
    boss.browser.call(contract.resendCompanyInvitation, call),
  )
  deepEqual(
    (await auditOf(id)).map(({ action }) => action),
    ['invitation_created', 'invitation_resent', 'invitation_revoked'],
  )
})

test('U17: a user of another company is notified of invitations once a week, and gets no access', async () => {
  const foreign = await addUser({ company: 'Foreign Ltd', preferredLanguage: 'fr' })
  const other = await addDelegated('Eager Ltd')
  const eager = await addColleague(other, ['people'])
  await inviteBy(boss, [newRow(foreign)], { subsystems: [hub] })
  await openCompanyInvitations()
  await inviteBy(eager, [newRow(foreign)])
  await openCompanyInvitations()
  const worker = await startWorker()
  const mail = await mailbox.waitFor(foreign.email, /vous invite/, 20_000)
  await worker.stop()
  match(mail.text, /Rien n’a changé/)
  match(mail.text, /Harbour Trading/)
  equal(/https?:/.test(mail.text), false)
  deepEqual(await mailsTo(foreign.email), ['company-invitation'])
  const after = await row(db)`
    select p.name, (select count(*) from subsystem_accounts a where a.user_id = u.id) as accounts
    from users u join partners p on p.id = u.partner_id where u.id = ${foreign.id}`
  deepEqual(after, { name: 'Foreign Ltd', accounts: 0 })
  equal((await list({ q: foreign.email }))[0]?.state, 'open')
})
