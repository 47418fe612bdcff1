import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { locales } from '#contract/locale.ts'
import { renderMail, type MailContent } from '#contract/mail.ts'
import { findUnsentMail, type Mail } from '#domain/mail/mail.ts'
import { userLogins } from '#domain/sign-in/login.ts'
import { addPlatform, addUser, codeOf, visitor, type TestUser } from '#test/people.ts'
import { config } from '#server/config.ts'
import { db, rows, transaction } from '#server/db.ts'
import { givePasskey } from '#test/passkeys.ts'
import { enterPassword } from '#test/logins.ts'
import { deleteRows, updateRows } from '#test/rows.ts'
import { beginTwoFactor, confirmTwoFactor } from '../two-factor/contract.ts'
import { composeWelcome } from './email.ts'

async function mailsTo({ id }: TestUser): Promise<Pick<Mail, 'id' | 'kind'>[]> {
  return rows<Pick<Mail, 'id' | 'kind'>>(db)`
    select id, kind from mails where user_id = ${id} and kind = 'welcome' order by id`
}

async function setUpAuthenticator(user: TestUser): Promise<void> {
  const browser = await visitor()
  await enterPassword(browser, user)
  const { secret } = await browser.call(beginTwoFactor, { body: {} })
  await browser.call(confirmTwoFactor, { body: { otp: codeOf(secret) } })
}

async function composeNewest(user: TestUser): Promise<MailContent | undefined> {
  const [queued] = await mailsTo(user)
  const mail = await findUnsentMail(db, queued?.id ?? '')
  return mail && composeWelcome(mail)
}

async function textOf(user: TestUser): Promise<string> {
  const content = await composeNewest(user)
  return content ? renderMail(content, config.brand).text : ''
}

test('A7: a new user gets one welcome mail; a later set-up of an authenticator sends none', async () => {
  await addPlatform({ id: 'quay-hub', name: 'Quay hub' })
  await addPlatform({ id: 'quay-old', name: 'Quay archive' })
  await updateRows('subsystems', { id: 'quay-old' }, { active: false })
  const ada = await addUser({ hasSecondFactor: false, platforms: ['quay-hub', 'quay-old'] })
  deepEqual(await mailsTo(ada), [])
  await setUpAuthenticator(ada)
  const content = await composeNewest(ada)
  ok(content)
  const mail = renderMail(content, config.brand)
  equal(mail.subject, 'Welcome to Portico')
  match(mail.text, /You can now open Quay hub\.\n/)
  match(mail.text, /recovery codes/)
  deepEqual(mail.text.match(/https?:\/\/\S+/g), [`${config.publicUrl}/main/home`])

  await deleteRows('second_factors', { userId: ada.id })
  await setUpAuthenticator(ada)
  equal((await mailsTo(ada)).length, 1)
})

test('A7: the welcome mail is complete in every language, and mentions no platforms or codes if there are none', async () => {
  for (const preferredLanguage of locales) {
    const ada = await addUser({ hasSecondFactor: false, preferredLanguage })
    await transaction(db, (tx) => userLogins.markOnboarded(tx, ada.id))
    const content = await composeNewest(ada)
    ok(content)
    const { subject, text, html } = renderMail(content, config.brand)
    doesNotMatch(subject + text + html, /\{\w+\}/)
    equal(content.paragraphs.length, 1)
  }
})

test('A7: the welcome mail names the password too, where a passkey only confirms a login', async () => {
  const { mode } = config.passkeys.users
  const [ada, grace] = [
    await addUser({ hasSecondFactor: false }),
    await addUser({ hasSecondFactor: false }),
  ]
  for (const user of [ada, grace]) {
    await givePasskey(user)
    await transaction(db, (tx) => userLogins.markOnboarded(tx, user.id))
  }
  match(await textOf(ada), /you’ll log in with your passkey\./)
  config.passkeys.users.mode = 'second'
  try {
    match(await textOf(grace), /you’ll log in with your password and your passkey\./)
  } finally {
    config.passkeys.users.mode = mode
  }
})

test('A7: a user who was deactivated in the meantime gets no welcome mail', async () => {
  const ada = await addUser({ hasSecondFactor: false })
  await transaction(db, (tx) => userLogins.markOnboarded(tx, ada.id))
  await updateRows('users', { id: ada.id }, { active: false })
  equal(await composeNewest(ada), undefined)
})
