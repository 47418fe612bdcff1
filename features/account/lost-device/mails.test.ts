import { doesNotMatch, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { locales, type Locale } from '#contract/locale.ts'
import { renderMail, type MailContent } from '#contract/mail.ts'
import type { Mail } from '#domain/mail/mail.ts'
import { createStopLinks } from '#domain/sign-in/link.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { addUser, type TestUser } from '#test/people.ts'
import { now, updateRows } from '#test/rows.ts'
import {
  composeRecoveryApproved,
  composeRecoveryAsked,
  composeRecoveryDone,
  composeRecoveryOpen,
  composeRecoveryStopped,
} from './email.ts'

type Compose = (mail: Mail) => Promise<MailContent | undefined>

const notices: Record<string, [compose: Compose, data: Record<string, string>]> = {
  'recovery-asked': [composeRecoveryAsked, { by: 'admin' }],
  'recovery-approved': [composeRecoveryApproved, {}],
  'recovery-open': [composeRecoveryOpen, { role: 'contact' }],
  'recovery-stopped': [composeRecoveryStopped, { end: 'expired' }],
  'recovery-done': [composeRecoveryDone, { factor: 'passkey' }],
}

async function textOf(
  [compose, data]: [Compose, Record<string, string>],
  { id, email }: TestUser,
  language: Locale = 'en',
): Promise<string> {
  const [linkId = ''] = await createStopLinks(db, [email], { userId: id })
  const mail = { id, kind: 'recovery-asked', toAddress: email, userId: id, language } as const
  const written = await compose({ ...mail, data: { ...data, userId: id, linkId } })
  ok(written)
  ok(written.link)
  await updateRows('one_time_links', { id: linkId }, { voidedAt: now })
  const later = await compose({ ...mail, data: { ...data, userId: id, linkId } })
  ok(later)
  equal(later.link, undefined)
  return renderMail(later, config.brand).text
}

for (const [kind, notice] of Object.entries(notices)) {
  test(`after its link has ended, the mail ${kind} names neither the link nor its lifetime`, async () => {
    const text = await textOf(notice, await addUser())
    doesNotMatch(text, /link below|link expires|https?:/)
    match(text, /change your password immediately|Change it immediately/)
    for (const locale of locales) {
      const preferredLanguage = locale
      const ada = await addUser({ preferredLanguage })
      doesNotMatch(await textOf(notice, ada, locale), /الرابط أدناه|ci-dessous|de abajo|下方链接/)
    }
  })
}

test('a mail about a request by support or a company advises the user as the one who may have asked', async () => {
  const ada = await addUser()
  for (const by of ['admin', 'company', 'user']) {
    const text = await textOf([composeRecoveryAsked, { by }], ada)
    match(text, /If you asked for this, you don’t need to do anything\./)
    doesNotMatch(text, /If this was you/)
  }
})

test('the mail about a closed request says that two-factor authentication is unchanged, unless it was replaced', async () => {
  const ada = await addUser()
  const unchanged = /Your two-factor authentication hasn’t changed\./
  match(await textOf([composeRecoveryStopped, { end: 'login' }], ada), unchanged)
  const text = await textOf([composeRecoveryStopped, { end: 'replaced' }], ada)
  match(text, /The second factor was replaced, so we closed the request\./)
  doesNotMatch(text, unchanged)
})
