import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { checkLink } from '#contract/link.ts'
import { langOf, locales } from '#contract/locale.ts'
import { renderMail } from '#contract/mail.ts'
import { withoutMarks } from '#contract/text.ts'
import { config } from '#server/config.ts'
import { mailbox } from '#test/mailbox.ts'
import { addUser, codeOf, logIn, visitor } from '#test/people.ts'
import { mailLinkOf } from '#test/recovery.ts'
import { atCode, newestLink } from '#test/second-factor.ts'
import { startWorker } from '../../../app/worker.ts'
import { beginReset, beginResetByLink, confirmReset, confirmResetByLink } from './contract.ts'
import { composeTwoFactorChanged } from './email.ts'
import { mailMessages } from './texts/messages.ts'

test('LI-04 SC-16 the mail of a reset has exactly one link, which works, in each of the five languages', async (t) => {
  const worker = await startWorker()
  t.after(() => worker.stop())
  for (const preferredLanguage of locales) {
    const ada = await addUser({ preferredLanguage, firstname: '李' })
    await mailLinkOf(ada, 'factors')
    const mail = await mailbox.waitFor(ada.email, /(?:)/, 20_000)
    equal(mail.subject, withoutMarks(mailMessages[preferredLanguage].subject({ brand: 'Portico' })))
    match(mail.html, new RegExp(`<html lang="${langOf(preferredLanguage)}" dir="`))
    equal(/\{\w+\}/.test(mail.text + mail.html), false)
    const [link = '', ...others] = linksIn(mail.text)
    deepEqual(others, [])
    const token = link.split('/reset-mfa/')[1] ?? ''
    const { kind } = await (await visitor()).call(checkLink, { body: { token } })
    equal(kind, 'reset-mfa')
  }
})

test('a reset notifies the user by a mail with one link, which ends every session', async (t) => {
  const worker = await startWorker()
  t.after(() => worker.stop())
  const ada = await addUser({ preferredLanguage: 'fr' })
  const laptop = await logIn(ada)
  const { secret } = await laptop.call(beginReset, { body: { otp: codeOf(ada.secret) } })
  await laptop.call(confirmReset, { body: { otp: codeOf(secret) } })
  const mail = await mailbox.waitFor(ada.email, /réinitialisée/, 20_000)
  const [link = '', ...others] = linksIn(mail.text)
  deepEqual(others, [])
  const token = link.split('/log-me-out/')[1] ?? ''
  const about = await (await visitor()).call(checkLink, { body: { token } })
  equal(about.kind, 'log-me-out')
  const hours = (Date.parse(about.expiresAt) - Date.now()) / 3_600_000
  equal(hours > 23.9 && hours <= 24, true)
})

test('the mail about a reset advises to change the password if its link no longer works', async () => {
  const { id, email } = await addUser()
  const [linkId, data] = ['00000000-0000-7000-8000-000000000000', { userId: id }]
  const mail = { id, kind: 'two-factor-changed', toAddress: email, userId: id } as const
  for (const language of locales) {
    const content = await composeTwoFactorChanged({ ...mail, language, data: { ...data, linkId } })
    ok(content)
    const { text } = renderMail(content, config.brand)
    equal(content.link, undefined)
    equal(/link below|الرابط أدناه|ci-dessous|de abajo|下方链接/.test(text), false)
    if (language === 'en') match(text, /change your password immediately/)
  }
})

test('a queued mail is not sent after its link was used; the mail about the change is sent', async (t) => {
  const ada = await addUser()
  const laptop = await atCode(ada)
  await mailLinkOf(ada, 'factors')
  const token = (await newestLink(ada, 'reset-mfa')) ?? ''
  const first = { token, otp: codeOf(ada.secret) }
  const { secret } = await laptop.call(beginResetByLink, { body: first })
  await laptop.call(confirmResetByLink, { body: { token, otp: codeOf(secret) } })
  const worker = await startWorker()
  t.after(() => worker.stop())
  await mailbox.waitFor(ada.email, /was reset/, 20_000)
  const subjects = (await mailbox.messages())
    .filter(({ to }) => to[0]?.address === ada.email)
    .map(({ subject }) => subject)
  equal(
    subjects.some((subject) => subject.startsWith('Reset')),
    false,
  )
})

function linksIn(text: string): string[] {
  return [...text.matchAll(/https?:\/\/\S+/g)].map(([link]) => link)
}
