import { equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { locales } from '#contract/locale.ts'
import { renderMail } from '#contract/mail.ts'
import { config } from '#server/config.ts'
import { addAdmin } from '#test/people.ts'
import * as adminLinks from '#contract/admin-links.ts'
import { configurationSections } from '../../../app/registry/apply.ts'
import { composeApplied } from './email.ts'

test('the mail about an applied configuration file lists fields without values, and links to the audit rows of the run', async () => {
  const { id, email } = await addAdmin({ roles: ['super_admin'] })
  const lines = Array.from({ length: 40 }, (_, index) => `~ platform-${index}: url, redirectUris`)
  const data = {
    section: 'serviceAccounts',
    lines: JSON.stringify(lines),
    more: '3',
    at: '2026-11-26T06:24:00.000Z',
    requestId: 'of-the-run',
  }
  for (const language of locales) {
    const mail = { id, kind: 'configuration-applied', toAddress: email, userId: id } as const
    const content = await composeApplied({ ...mail, language, data }, configurationSections)
    equal(content?.link?.url, `${config.adminUrl}${adminLinks.auditLog.path}?requestId=of-the-run`)
    if (!content) continue
    const { subject, text } = renderMail(content, { ...config.brand })
    match(text, /~ platform-39: url, redirectUris/)
    match(text, /\b3\b/)
    equal(/[{}]|serviceAccounts/.test(subject + text), false, text)
  }
})
