import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { checkLink } from '#contract/link.ts'
import { enqueueMail, markMailObsolete, markMailRefused, markMailSent } from '#domain/mail/mail.ts'
import { db, transaction } from '#server/db.ts'
import { confirm } from '#test/password-links.ts'
import { addAdmin, addUser, logInAdmin, visitor, type TestUser } from '#test/people.ts'
import { ago, now, updateRows } from '#test/rows.ts'
import { newestLink } from '#test/second-factor.ts'
import { listUsers, resetPassword, resetTwoFactor } from './contract.ts'
import { listMails } from './mails-contract.ts'

const support = await logInAdmin(await addAdmin({ roles: ['support'] }))
const body = { reason: 'Asked by phone' }

function mailsOf({ id }: TestUser) {
  return support.call(listMails, { params: { id } })
}

const send = (user: TestUser, endpoint: typeof resetPassword | typeof resetTwoFactor) =>
  support.call(endpoint, { params: { id: user.id }, body })

test("U4: a user's mails include an invitation sent before the account existed, but no mails of other users", async () => {
  const [ada, eve] = [await addUser(), await addUser()]
  for (const { email } of [ada, eve])
    await transaction(db, (tx) => enqueueMail(tx, 'invitation', { email }))
  await updateRows('mails', { toAddress: ada.email }, { state: 'sent', sentAt: now })
  const [invitation, ...rest] = await mailsOf(ada)
  deepEqual(
    [invitation?.kind, invitation?.state, invitation?.canResend, rest.length],
    ['invitation', 'sent', false, 0],
  )
})

test('a mail shows the state of its link: open, opened, used, voided or expired', async () => {
  const ada = await addUser()
  const states = async () =>
    (await mailsOf(ada)).map(({ kind, link, canResend }) => [kind, link?.state, canResend])
  await send(ada, resetPassword)
  deepEqual(await states(), [['reset-password', 'open', false]])
  equal((await mailsOf(ada))[0]?.link?.canRevoke, true)
  const [mail] = await mailsOf(ada)
  await markMailSent(db, mail?.id ?? '')
  deepEqual(await states(), [['reset-password', 'open', true]])

  const browser = await visitor()
  const token = (await newestLink(ada, 'reset-password')) ?? ''
  await browser.call(checkLink, { body: { token } })
  const [openedMail] = await mailsOf(ada)
  deepEqual([openedMail?.link?.state, openedMail?.canResend], ['opened', true])
  await browser.call(checkLink, { body: { token } })
  equal((await mailsOf(ada))[0]?.link?.openedAt, openedMail?.link?.openedAt)

  await send(ada, resetPassword)
  deepEqual((await states()).at(-1), ['reset-password', 'voided', false])
  await confirm(browser, (await newestLink(ada, 'reset-password')) ?? '')
  deepEqual(
    (await mailsOf(ada)).filter(({ kind }) => kind === 'reset-password')[0]?.link?.state,
    'used',
  )
  equal(
    (await mailsOf(ada)).some(({ link }) => link?.canRevoke),
    false,
  )
  await send(ada, resetTwoFactor)
  await updateRows(
    'one_time_links',
    { userId: ada.id, kind: 'reset-mfa' },
    { expiresAt: ago('1 minute') },
  )
  deepEqual((await states())[0], ['reset-mfa', 'expired', false])
})

test('a mail rejected by the mail server shows the reason; an obsolete mail does not count as failed', async () => {
  const ada = await addUser()
  const recipient = { id: ada.id, email: ada.email }
  const [refused, obsolete] = await transaction(db, async (tx) => [
    await enqueueMail(tx, 'password-changed', recipient),
    await enqueueMail(tx, 'activated', recipient),
  ])
  await markMailRefused(db, refused ?? '', '550 5.1.1 No such user')
  await markMailObsolete(db, obsolete ?? '')
  deepEqual(
    (await mailsOf(ada)).map(({ kind, state, lastError, canResend }) => [
      kind,
      state,
      lastError,
      canResend,
    ]),
    [
      ['activated', 'obsolete', null, false],
      ['password-changed', 'failed', '550 5.1.1 No such user', true],
    ],
  )
})

test('the list marks users whose address was rejected, until a mail is delivered, the address changes or a week passes', async () => {
  const ada = await addUser({ firstname: 'Bounced' })
  const isUnreachable = async () => {
    const users = await support.call(listUsers, { query: { q: ada.email } })
    return users.map(({ unreachable }) => unreachable)
  }
  const sendMail = () =>
    transaction(db, (tx) => enqueueMail(tx, 'reset-password', { id: ada.id, email: ada.email }))
  const first = await sendMail()
  deepEqual(await isUnreachable(), [false])
  await markMailRefused(db, first, 'no such mailbox')
  deepEqual(await isUnreachable(), [true])
  await markMailSent(db, await sendMail())
  deepEqual(await isUnreachable(), [false])

  await markMailRefused(db, await sendMail(), 'no such mailbox')
  await markMailObsolete(db, await sendMail())
  deepEqual(await isUnreachable(), [true])
  await updateRows('mails', { userId: ada.id }, { toAddress: 'old@quay.example' })
  deepEqual(await isUnreachable(), [false])
  await updateRows('mails', { userId: ada.id }, { toAddress: ada.email, createdAt: ago('8 days') })
  deepEqual(await isUnreachable(), [false])
})
