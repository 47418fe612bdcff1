import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import type { Query } from '#contract/endpoint.ts'
import { enqueueMail, markMailObsolete, markMailSent, recordMailFailure } from '#domain/mail.ts'
import { db, run, scalar, transaction } from '#server/db.ts'
import { addAdmin, addUser, logInAdmin } from '#test/people.ts'
import {
  addInvitation,
  listInvitations,
  resendInvitation,
} from '../features/admin/invitations/contract.ts'
import { listUndelivered } from '../features/admin/users/undelivered-contract.ts'

const browser = await logInAdmin(await addAdmin())
const found = (query: Query<typeof listUndelivered>) => browser.call(listUndelivered, { query })

test('undelivered emails are found by address, kind, state and company, in pages, with why and with what was sent again', async () => {
  await run(db)`delete from mails`
  const [ada, eve] = [await addUser(), await addUser({ company: 'Quiet Ltd' })]
  const partnerId = await scalar<string>(db)`select partner_id from users where id = ${ada.id}`
  for (const [kind, to] of [
    ['activated', ada],
    ['dormant', ada],
    ['activated', eve],
  ] as const)
    await transaction(db, (tx) => enqueueMail(tx, kind, { ...to, preferredLanguage: 'en' }))
  await run(db)`update mails set state = 'failed', last_error = '550 5.1.1 No such user'`
  await run(db)`
    update mails set state = 'queued', created_at = now() - interval '1 hour', last_error = 'Connection timeout'
    where kind = 'dormant'`
  const kindsOf = async (query: Query<typeof listUndelivered>) =>
    (await found(query)).map(({ kind, to }) => [kind, to])
  deepEqual(await kindsOf({ q: ada.email.slice(2).toUpperCase(), state: 'failed' }), [
    ['activated', ada.email],
  ])
  deepEqual(await kindsOf({ kind: ['dormant'] }), [['dormant', ada.email]])
  equal((await found({ company: partnerId ?? '' })).length, 2)
  deepEqual(
    (await found({ sort: 'created' })).map(({ fault }) => fault),
    ['server', 'address', 'address'],
  )
  deepEqual(
    (await found({ sort: 'created' })).map(({ whyNot }) => whyNot),
    ['waiting', null, null],
  )
  const [first] = await found({ sort: '-to', limit: 1 })
  equal(first?.to, [ada.email, eve.email].toSorted().at(-1))
  equal(first?.canResend, true)
  await run(db)`
    insert into mails (id, kind, to_address, user_id, language)
    select gen_random_uuid(), kind, to_address, user_id, language from mails where id = ${first?.id ?? null}`
  const [again] = await found({ sort: '-to', limit: 1 })
  deepEqual([again?.isSending, again?.canResend, again?.whyNot], [true, false, 'sending'])
})

test('an email that was found no longer needed when it was sent again is not undelivered any more', async () => {
  await run(db)`delete from mails`
  const { email } = await addUser()
  await transaction(db, (tx) => enqueueMail(tx, 'dormant', { email, preferredLanguage: 'en' }))
  await run(db)`update mails set state = 'failed', last_error = '552 5.2.2 Mailbox full'`
  equal((await found({})).length, 1)
  const again = await transaction(db, (tx) =>
    enqueueMail(tx, 'dormant', { email, preferredLanguage: 'en' }),
  )
  await markMailObsolete(db, again)
  deepEqual(await found({}), [])
})

const shown = async () => (await found({})).map((mail) => [mail.tries, mail.isServerDown])

test('our mail server counts as down only for a quarter of an hour, and until it takes a mail', async () => {
  await run(db)`delete from mails`
  const { email } = await addUser()
  const id = await transaction(db, (tx) =>
    enqueueMail(tx, 'dormant', { email, preferredLanguage: 'en' }),
  )
  await recordMailFailure(db, id, 'connect ECONNREFUSED 127.0.0.1:587')
  await run(db)`update mails set created_at = now() - interval '1 hour' where id = ${id}`
  deepEqual(await shown(), [[1, true]])
  await run(db)`update mails set tried_at = now() - interval '16 minutes' where id = ${id}`
  deepEqual(await shown(), [[1, false]])
  await run(db)`update mails set tried_at = now() - interval '1 minute' where id = ${id}`
  deepEqual(await shown(), [[1, true]])
  const other = await transaction(db, (tx) =>
    enqueueMail(tx, 'dormant', { email: 'other@guest.example', preferredLanguage: 'en' }),
  )
  await markMailSent(db, other)
  deepEqual(await shown(), [[1, false]])
})

test('the failed mail of an invitation leads to it, is sent again with it, marks it in its list, and goes with its end', async () => {
  await run(db)`delete from mails`
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
  const marked = async () =>
    (await browser.call(listInvitations, { query: { q: 'lost@guest' } })).map(
      ({ isUndelivered }) => isUndelivered,
    )
  await run(db)`update mails set state = 'failed', last_error = '552 5.2.2 Mailbox full'`
  const [mail] = await browser.call(listUndelivered, { query: {} })
  deepEqual(
    [mail?.invitationId, mail?.fault, mail?.canResend, mail?.company?.id],
    [id, 'full', true, partnerId],
  )
  deepEqual(await marked(), [true])
  await browser.call(resendInvitation, { params: { id }, body: {} })
  deepEqual(await marked(), [false])
  await run(db)`delete from mails where state = 'queued'`
  await run(db)`update invitations set accepted_at = now() where id = ${id}`
  deepEqual(await found({}), [])
  await run(db)`update invitations set accepted_at = null, revoked_at = now() where id = ${id}`
  deepEqual(await found({}), [])
})
