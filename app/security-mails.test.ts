import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { locales } from '#contract/locale.ts'
import { enqueueMail } from '#domain/mail/mail.ts'
import { db, rows, transaction } from '#server/db.ts'
import { enterAdminPassword } from '#test/logins.ts'
import { mailbox } from '#test/mailbox.ts'
import { addAdmin, addUser, codeOf, logIn, logInAdmin } from '#test/people.ts'
import { deleteRows } from '#test/rows.ts'
import { atCode } from '#test/second-factor.ts'
import { until } from '#test/until.ts'
import { saveProfile } from '../features/account/profile/contract.ts'
import * as twoFactor from '../features/account/two-factor/contract.ts'
import { mailMessages } from '../features/account/two-factor/texts/messages.ts'
import { setRoles } from '../features/admin/admins/contract.ts'
import { startWorker } from './worker.ts'

async function mailsTo({ id }: { id: string }): Promise<string[]> {
  const mails = await rows<{ kind: string }>(db)`
    select kind from mails where user_id = ${id} order by id`
  return mails.map(({ kind }) => kind)
}

test('S12: new recovery codes are reported to their user by mail', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  await laptop.call(twoFactor.renewCodes, { body: {} })
  equal((await mailsTo(ada)).includes('recovery-codes-created'), true)
})

test('S12: the first authenticator is reported by the welcome mail, and to an admin or a user who had one by a mail of its own', async () => {
  const ada = await addUser({ hasSecondFactor: false })
  const laptop = await atCode(ada)
  const key = await laptop.call(twoFactor.beginTwoFactor, { body: {} })
  await laptop.call(twoFactor.confirmTwoFactor, { body: { otp: codeOf(key.secret) } })
  deepEqual(await mailsTo(ada), ['welcome'])
  await deleteRows('second_factors', { userId: ada.id })
  const phone = await atCode(ada)
  const second = await phone.call(twoFactor.beginTwoFactor, { body: {} })
  await phone.call(twoFactor.confirmTwoFactor, { body: { otp: codeOf(second.secret) } })
  equal((await mailsTo(ada)).includes('two-factor-set'), true)

  const grace = await addAdmin({ hasSecondFactor: false })
  const browser = await logInAdmin(grace)
  await enterAdminPassword(browser, grace)
  const { secret } = await browser.call(twoFactor.beginAdminTwoFactor, { body: {} })
  await browser.call(twoFactor.confirmAdminTwoFactor, { body: { otp: codeOf(secret) } })
  equal((await mailsTo(grace)).includes('two-factor-set'), true)
})

test('S12: a changed phone number is reported by mail, and another change is not', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  const body = {
    firstname: 'Ada',
    lastname: 'Walker',
    jobTitle: '',
    timezone: 'UTC',
    preferredLanguage: 'en',
    phone: '',
    referralCode: '',
  } as const
  await laptop.call(saveProfile, { body })
  await laptop.call(saveProfile, { body: { ...body, jobTitle: 'Engineer' } })
  const before = (await mailsTo(ada)).length
  await laptop.call(saveProfile, { body: { ...body, phone: '+4930123456' } })
  const kinds = await mailsTo(ada)
  equal(kinds.length, before + 1)
  equal(kinds.at(-1), 'phone-changed')
})

test('S12: changed roles are reported to the admin by mail', async () => {
  const browser = await logInAdmin(await addAdmin())
  const joan = await addAdmin({ roles: ['auditor'] })
  const worker = await startWorker()
  const params = { adminUserId: joan.id }
  await browser.call(setRoles, { params, headers: {}, body: { roles: ['support'] } })
  const mail = await mailbox.waitFor(joan.email, /roles/, 20_000)
  await worker.stop()
  match(mail.text, /Your roles are now: Support\./)
})

test('S12: security mails have no unfilled placeholder in any of the five languages', async () => {
  const worker = await startWorker()
  for (const preferredLanguage of locales) {
    const ada = await addUser({ preferredLanguage })
    const to = { id: ada.id, email: ada.email, preferredLanguage }
    const kinds = ['recovery-codes-created', 'two-factor-set', 'phone-changed'] as const
    await transaction(db, async (tx) => {
      for (const kind of kinds) await enqueueMail(tx, kind, to)
    })
    const mails = async () =>
      (await mailbox.messages()).filter(({ to: [first] }) => first?.address === ada.email)
    await until(async () => (await mails()).length === kinds.length)
    const subjects = (await mails()).map(({ subject }) => subject)
    const { createdSubject } = mailMessages[preferredLanguage]
    equal(
      subjects.includes(createdSubject({ brand: 'Portico' }).replaceAll(/[\u2068\u2069]/g, '')),
      true,
    )
    for (const { text, html } of await mails()) equal(/\{\w+\}/.test(text + html), false)
  }
  await worker.stop()
})
