import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import type { Query } from '#contract/endpoint.ts'
import { enqueueMail } from '#domain/mail.ts'
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
  const [first] = await found({ sort: '-to', limit: 1 })
  equal(first?.to, [ada.email, eve.email].toSorted().at(-1))
  equal(first?.canResend, true)
  await run(db)`
    insert into mails (id, kind, to_address, user_id, language)
    select gen_random_uuid(), kind, to_address, user_id, language from mails where id = ${first?.id ?? null}`
  const [again] = await found({ sort: '-to', limit: 1 })
  deepEqual([again?.isSending, again?.canResend], [true, false])
})

test('the failed mail of an invitation leads to it, is sent again with it, and marks it in its list', async () => {
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
})
