import * as adminLinks from '#contract/admin-links.ts'
import { addService } from '#test/service-accounts.ts'
import { keyMessages, messages } from '../../features/admin/service-accounts/texts/messages.ts'
import { openFirst } from './admin-list-views.ts'
import { viewsOfDetail } from './detail-views.ts'
import type { View } from './view.ts'

const view = { of: 'serviceAccounts', who: 'admin' } as const
const open = adminLinks.serviceAccounts.path

/** The views of service accounts and their actions. */
export const views: View[] = [
  ...viewsOfDetail({
    of: 'serviceAccount',
    name: 'service-account',
    path: `${open}/`,
    call: '**/api/admin/service-accounts/*',
    id: 'svc-nothing',
  }),
  {
    ...view,
    name: 'service-accounts-none',
    state: 'empty',
    open: async (stage) => {
      await stage.page.route('**/api/admin/service-accounts?*', (route) =>
        route.fulfill({ json: [] }),
      )
      await stage.go(open)
    },
  },
  {
    ...view,
    name: 'service-account-settings',
    state: 'normal',
    open: (stage) => openFirst(stage, open),
  },
  {
    ...view,
    name: 'service-account-revoked',
    state: 'normal',
    open: (stage) => openFirst(stage, `${open}?state=revoked`),
  },
  {
    ...view,
    name: 'service-account-revoke',
    state: 'normal',
    open: async (stage) => {
      await openFirst(stage, open)
      await stage.press(messages[stage.locale].revoke)
      await stage.sees('dialog[open]')
    },
  },
  {
    ...view,
    name: 'service-account-add-key',
    state: 'error',
    open: async (stage) => {
      const t = keyMessages[stage.locale]
      await openFirst(stage, open)
      await stage.press(t.add)
      await stage.page.locator('dialog textarea').fill('ssh-ed25519 AAAAC3NzaC1lZDI1NTE5')
      await stage.page.locator('dialog').getByRole('button', { name: t.addKey }).click()
      await stage.sees('dialog [aria-invalid]')
    },
  },
  {
    ...view,
    name: 'service-account-only-key',
    state: 'normal',
    open: async (stage) => {
      const t = keyMessages[stage.locale]
      await openFirst(stage, open)
      await stage.page.getByRole('button', { name: new RegExp(t.removeOf({ key: '.+' })) }).click()
      await stage.sees('dialog[open]')
    },
  },
]

/** Adds an active service account and a revoked one. */
export async function addRows(): Promise<void> {
  await addService({ id: 'svc-nightly', name: 'Nightly export', scopes: ['admin:users.read'] })
  await addService({ id: 'svc-old', name: 'Old import', revokedAt: new Date() })
}
