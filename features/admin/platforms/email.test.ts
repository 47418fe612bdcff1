import { equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { locales } from '#contract/locale.ts'
import { renderMail } from '#contract/mail.ts'
import { config } from '#server/config.ts'
import { addAdmin } from '#test/people.ts'
import { composeCredentialsReplaced } from './email.ts'

test('3Z6: the mail about a new secret or key names the platform or API, and links to its page', async () => {
  const { id: userId, email: toAddress } = await addAdmin({ roles: ['super_admin'] })
  const at = '2026-11-26T06:24:00.000Z'
  for (const [kind, what, path] of [
    ['platform', 'keys', '/admin/platforms/orders'],
    ['api', 'secret', '/admin/apis/orders'],
  ] as const)
    for (const language of locales) {
      const data = { kind, what, id: 'orders', name: 'Ledger 7', at }
      const mail = { id: '', kind: 'credentials-replaced', toAddress, userId, language } as const
      const content = await composeCredentialsReplaced({ ...mail, data })
      equal(content?.link?.url, `${config.adminUrl}${path}`)
      if (!content) continue
      const { subject, text } = renderMail(content, { ...config.brand })
      match(subject, /Ledger 7/)
      match(text, /Ledger 7/)
      match(text, /06:24/)
      equal(/[{}]/.test(subject + text), false, text)
    }
})
