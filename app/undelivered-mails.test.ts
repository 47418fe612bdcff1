// own process: counts all mails
import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import type { Query } from '#contract/endpoint.ts'
import {
  enqueueMail,
  markMailObsolete,
  markMailSent,
  recordMailFailure,
} from '#domain/mail/mail.ts'
import { db, row, scalar, transaction } from '#server/db.ts'
import { addAdmin, addUser, logInAdmin } from '#test/people.ts'
import { addRow, ago, deleteRows, now, updateRows } from '#test/rows.ts'
import {
  addInvitation,
  listInvitations,
  resendInvitation,
} from '../features/admin/invitations/contract.ts'
import { listUndelivered } from '../features/admin/users/undelivered-contract.ts'

const browser = await logInAdmin(await addAdmin())
const undelivered = (query: Query<typeof listUndelivered>) =>
  browser.call(listUndelivered, { query })

test('undelivered emails can be filtered by address, kind, state and company, with paging, the reason, and whether they were sent again', async () => {
  await deleteRows('mails', {})
  const [ada, eve] = [await addUser(), await addUser({ company: 'Quiet Ltd' })]
  const partnerId = await scalar<string>(db)`select partner_id from users where id = ${ada.id}`
  for (const [kind, to] of [
    ['activated', ada],
    ['dormant', ada],
    ['activated', eve],
  ] as const)
    await transaction(db, (tx) => enqueueMail(tx, kind, { ...to, preferredLanguage: 'en' }))
  await updateRows('mails', {}, { state: 'failed', lastError: '550 5.1.1 No such user' })
  await updateRows(
    'mails',
    { kind: 'dormant' },
    { state: 'queued', createdAt: ago('1 hour'), lastError: 'Connection timeout' },
  )
  const kindsOf = async (query: Query<typeof listUndelivered>) =>
    (await undelivered(query)).map(({ kind, to }) => [kind, to])
  deepEqual(await kindsOf({ q: ada.email.slice(2).toUpperCase(), state: 'failed' }), [
    ['activated', ada.email],
  ])
  deepEqual(await kindsOf({ kind: ['dormant'] }), [['dormant', ada.email]])
  equal((await undelivered({ company: partnerId ?? '' })).length, 2)
  deepEqual(
    (await undelivered({ sort: 'created' })).map(({ fault }) => fault),
    ['server', 'address', 'address'],
  )
  deepEqual(
    (await undelivered({ sort: 'created' })).map(({ whyNot }) => whyNot),
    ['waiting', null, null],
  )
  const [first] = await undelivered({ sort: '-to', limit: 1 })
  equal(first?.to, [ada.email, eve.email].toSorted().at(-1))
  equal(first?.canResend, true)
  const mail = await row<Record<'kind' | 'toAddress' | 'userId' | 'language', string>>(db)`
    select kind, to_address, user_id, language from mails where id = ${first?.id}`
  await addRow('mails', { ...mail })
  const [again] = await undelivered({ sort: '-to', limit: 1 })
  deepEqual([again?.isSending, again?.canResend, again?.whyNot], [true, false, 'sending'])
})

test('an email that is obsolete when it is sent again is not listed as undelivered', async () => {
  await deleteRows('mails', {})
  const { email } = await addUser()
  await transaction(db, (tx) => enqueueMail(tx, 'dormant', { email, preferredLanguage: 'en' }))
  await updateRows('mails', {}, { state: 'failed', lastError: '552 5.2.2 Mailbox full' })
  equal((await undelivered({})).length, 1)
  const again = await transaction(db, (tx) =>
    enqueueMail(tx, 'dormant', { email, preferredLanguage: 'en' }),
  )
  await markMailObsolete(db, again)
  deepEqual(await undelivered({}), [])
})

const attemptState = async () =>
  (await undelivered({})).map((mail) => [mail.tries, mail.isServerDown])

test('the mail server counts as down for at most fifteen minutes, and only until it accepts a mail', async () => {
  await deleteRows('mails', {})
  const { email } = await addUser()
  const id = await transaction(db, (tx) =>
    enqueueMail(tx, 'dormant', { email, preferredLanguage: 'en' }),
  )
  await recordMailFailure(db, id, 'connect ECONNREFUSED 127.0.0.1:587')
  await updateRows('mails', { id }, { createdAt: ago('1 hour') })
  deepEqual(await attemptState(), [[1, true]])
  await updateRows('mails', { id }, { triedAt: ago('16 minutes') })
  deepEqual(await attemptState(), [[1, false]])
  await updateRows('mails', { id }, { triedAt: ago('1 minute') })
  deepEqual(await attemptState(), [[1, true]])
  const other = await transaction(db, (tx) =>
    enqueueMail(tx, 'dormant', { email: 'other@guest.example', preferredLanguage: 'en' }),
  )
  await markMailSent(db, other)
  deepEqual(await attemptState(), [[1, false]])
})

test('the failed mail of an invitation links to the invitation, is resent with it, marks it in its list, and disappears when the invitation ends', async () => {
  await deleteRows('mails', {})
  const partnerId = await scalar<string>(db)`select id from partners limit 1`
  const { id } = await browser.call(addInvitation, {
    body: {
      email: 'lost@guest.example',
      firstname: 'Lost',
      lastname: 'Guest',
      partnerId: partnerId ?? '',
      subsystems: [],
      platformRoles: [],
      preferredLanguage: 'en',
    },
  })
  const isMarked = async () =>
    (await browser.call(listInvitations, { query: { q: 'lost@guest' } })).map(
      ({ isUndelivered }) => isUndelivered,
    )
  await updateRows('mails', {}, { state: 'failed', lastError: '552 5.2.2 Mailbox full' })
  const [mail] = await browser.call(listUndelivered, { query: {} })
  deepEqual(
    [mail?.invitationId, mail?.fault, mail?.canResend, mail?.company?.id],
    [id, 'full', true, partnerId],
  )
  deepEqual(await isMarked(), [true])
  await browser.call(resendInvitation, { params: { id }, body: {} })
  deepEqual(await isMarked(), [false])
  await deleteRows('mails', { state: 'queued' })
  await updateRows('invitations', { id }, { acceptedAt: now })
  deepEqual(await undelivered({}), [])
  await updateRows('invitations', { id }, { acceptedAt: null, revokedAt: now })
  deepEqual(await undelivered({}), [])
})
