import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import { db, rows } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { wrong, enterPassword } from '#test/logins.ts'
import { mailbox } from '#test/mailbox.ts'
import { addUser, codeOf, refusedWith, visitor, type TestUser, type Visitor } from '#test/people.ts'
import { updateRows } from '#test/rows.ts'
import { backdateCounts } from '#test/time.ts'
import { startWorker } from '../../../app/worker.ts'
import { verifyCode } from './contract.ts'

/** Enters a wrong password the given number of times, each from a different IP address. */
async function failPasswords(user: { email: string }, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    await refusedWith(errorCodes.invalidCredentials, enterPassword(await visitor(), user, wrong))
  }
}

/** Returns a browser in which the user has completed a login. */
async function knownBrowser(user: TestUser, about: { ipAddress?: string } = {}): Promise<Visitor> {
  const browser = await visitor(about)
  await enterPassword(browser, user)
  await browser.call(verifyCode, { body: { otp: codeOf(user.secret) } })
  await forgetStep(user)
  return browser
}

/** Lets the current code be used again, as if the authenticator already generated a new one. */
async function forgetStep({ id }: TestUser): Promise<void> {
  await updateRows('second_factors', { userId: id }, { lastStep: 0 })
}

function mailsTo({ email }: { email: string }): Promise<{ kind: string }[]> {
  return rows<{ kind: string }>(db)`select kind from mails where to_address = ${email}`
}

test('LI-01 after five wrong passwords in a row the right one is rejected like a wrong one for 30 minutes', async () => {
  const ada = await addUser()
  await failPasswords(ada, 5)
  const lockedRefusal = await refusedWith(
    errorCodes.invalidCredentials,
    enterPassword(await visitor(), ada),
  )
  const unknownRefusal = await refusedWith(
    errorCodes.invalidCredentials,
    enterPassword(await visitor(), { email: 'nobody@quay.example' }),
  )
  deepEqual(
    [lockedRefusal.faults, lockedRefusal.retryAfterSeconds],
    [unknownRefusal.faults, unknownRefusal.retryAfterSeconds],
  )
  await backdateCounts(ada.id, '29 minutes 55 seconds')
  await refusedWith(errorCodes.invalidCredentials, enterPassword(await visitor(), ada))
  await backdateCounts(ada.id, '5 seconds')
  await enterPassword(await visitor(), ada)
})

test('LI-01 a completed login resets the count of wrong passwords', async () => {
  const ada = await addUser()
  await failPasswords(ada, 4)
  await knownBrowser(ada)
  await failPasswords(ada, 4)
  await enterPassword(await visitor(), ada)
})

test('LI-01 a right password without a code does not reset the count', async () => {
  const ada = await addUser()
  await failPasswords(ada, 4)
  await enterPassword(await visitor(), ada)
  await failPasswords(ada, 1)
  await refusedWith(errorCodes.invalidCredentials, enterPassword(await visitor(), ada))
})

test('LI-01 a lockout sends the user one mail in their language, and is recorded once in the audit log', async () => {
  const worker = await startWorker()
  const ada = await addUser({ preferredLanguage: 'fr' })
  await failPasswords(ada, 8)
  deepEqual(await mailsTo(ada), [{ kind: 'account-locked' }])
  const mail = await mailbox.waitFor(ada.email, /Trop de tentatives/, 20_000)
  await worker.stop()
  match(mail.text, /pendant 30\sminutes/)
  match(mail.text, /réessayez plus tard/)
  deepEqual(mail.text.match(/https?:\/\/\S+/g), ['http://localhost:8080/forgot-password'])
  const actions = (await auditOf(ada.id)).map((row) => row.action)
  equal(actions.filter((action) => action === 'account_locked').length, 1)
  equal(actions.filter((action) => action === 'login_failed').length, 8)
})

test('an unknown email address is locked out as well, but gets no mail', async () => {
  const worker = await startWorker()
  const email = 'ghost@quay.example'
  await failPasswords({ email }, 6)
  const ada = await addUser()
  await failPasswords(ada, 5)
  await mailbox.waitFor(ada.email, /(?:)/, 20_000)
  await worker.stop()
  const messages = await mailbox.messages()
  equal(
    messages.some((mail) => JSON.stringify(mail.to).includes(email)),
    false,
  )
})

test('LI-01 wrong passwords and wrong codes of an account are counted separately', async () => {
  const ada = await addUser()
  await failPasswords(ada, 4)
  const stranger = await visitor()
  await enterPassword(stranger, ada)
  for (const otp of ['000001', '000002', '000003', '000004']) {
    await refusedWith(errorCodes.wrongCode, stranger.call(verifyCode, { body: { otp } }))
  }
  await stranger.call(verifyCode, { body: { otp: codeOf(ada.secret) } })
})

test('LI-01 after five wrong codes the right one is rejected too in unknown browsers', async () => {
  const ada = await addUser()
  const stranger = await visitor()
  await enterPassword(stranger, ada)
  for (const otp of ['000001', '000002', '000003', '000004', '000005']) {
    await refusedWith(errorCodes.wrongCode, stranger.call(verifyCode, { body: { otp } }))
  }
  const other = await visitor()
  await enterPassword(other, ada)
  const otp = codeOf(ada.secret)
  await refusedWith(errorCodes.wrongCode, other.call(verifyCode, { body: { otp } }))
  deepEqual(await mailsTo(ada), [{ kind: 'account-locked' }])
  await backdateCounts(ada.id, '30 minutes')
  await other.call(verifyCode, { body: { otp: codeOf(ada.secret) } })
})

test('LI-01 a lockout caused by strangers does not affect a known browser of the user', async () => {
  const ada = await addUser()
  const laptop = await knownBrowser(ada, { ipAddress: '198.51.100.20' })
  await failPasswords(ada, 5)
  const neighbour = await visitor({ ipAddress: '198.51.100.20' })
  for (let count = 0; count < 10; count += 1) {
    await enterPassword(neighbour, { email: `n${count}@quay.example` }).catch(() => undefined)
  }
  await refusedWith(errorCodes.addressBlocked, enterPassword(neighbour, ada))

  await enterPassword(laptop, ada)
  await laptop.call(verifyCode, { body: { otp: codeOf(ada.secret) } })
  equal(await laptop.isLoggedIn(), true)
})

test('LI-01 a known browser is blocked after ten failures of its own, which do not affect other browsers', async () => {
  const ada = await addUser()
  const laptop = await knownBrowser(ada)
  for (let count = 0; count < 10; count += 1) {
    await refusedWith(errorCodes.invalidCredentials, enterPassword(laptop, ada, wrong))
  }
  const refusal = await refusedWith(errorCodes.addressBlocked, enterPassword(laptop, ada))
  ok(refusal.retryAfterSeconds && refusal.retryAfterSeconds > 590)
  await enterPassword(await visitor(), ada)
  deepEqual(
    (await mailsTo(ada)).filter(({ kind }) => kind === 'account-locked'),
    [{ kind: 'account-locked' }],
  )
})

test('LI-01 a browser known to one user is unknown to another', async () => {
  const laptop = await knownBrowser(await addUser())
  const ada = await addUser()
  for (let count = 0; count < 5; count += 1) {
    await refusedWith(errorCodes.invalidCredentials, enterPassword(laptop, ada, wrong))
  }
  await refusedWith(errorCodes.invalidCredentials, enterPassword(laptop, ada))
})
