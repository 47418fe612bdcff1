import { newAdmin, callBy, type AuditCase } from './audit-cases.ts'
import { pngOf } from '../images.ts'
import { addUser } from '../people.ts'
import { guestOf, inviteAs, newInvitingPlatform } from '../platform-api.ts'
import { changesOf, register } from '../registered-platforms.ts'

/** The audit cases of admins' actions on platforms, and of platforms' calls with their own tokens. */
export const actions: Record<string, AuditCase> = {
  'POST /admin/platforms': {
    leaves: 'platform_added',
    by: 'admin',
    call: async () => register((await newAdmin()).browser),
  },
  'PUT /admin/platforms/{id}': {
    leaves: 'platform_changed',
    by: 'admin',
    changes: true,
    call: async () => {
      const { browser } = await newAdmin()
      const platform = await register(browser)
      const headers = { 'if-match': '"1"' }
      const body = { ...changesOf(platform), active: false }
      const { id } = platform
      await callBy(browser, 'PUT /admin/platforms/{id}', { params: { id }, headers, body })
    },
  },
  'POST /admin/platforms/{id}/replace-secret': {
    leaves: 'platform_secret_replaced',
    by: 'admin',
    call: () => toPlatform('POST /admin/platforms/{id}/replace-secret', { graceHours: 0 }),
  },
  'PUT /admin/platforms/{id}/logo': {
    leaves: 'platform_logo_changed',
    by: 'admin',
    changes: true,
    call: () =>
      toPlatform(
        'PUT /admin/platforms/{id}/logo',
        new Blob([new Uint8Array(pngOf(8))], { type: 'image/png' }),
      ),
  },
  'POST /admin/platforms/{id}/logo/remove': {
    leaves: 'platform_logo_changed',
    by: 'admin',
    changes: true,
    call: () => toPlatform('POST /admin/platforms/{id}/logo/remove', {}),
  },
  'POST /admin/platforms/{id}/resend-notifications': {
    leaves: 'logout_notifications_resent',
    by: 'admin',
    call: () => toPlatform('POST /admin/platforms/{id}/resend-notifications', {}),
  },
  'POST /admin/platforms/{id}/test-login': {
    leaves: 'platform_test_begun',
    by: 'admin',
    call: () => toPlatform('POST /admin/platforms/{id}/test-login', {}),
  },
  'POST /admin/platforms/{id}/test-login/finish': {
    leaves: 'platform_tested',
    by: 'admin',
    call: async () => {
      const { browser } = await newAdmin()
      const { id } = await register(browser)
      const key = 'POST /admin/platforms/{id}/test-login'
      const start = await callBy(browser, key, { params: { id }, body: {} })
      const state = new URL((start as { url: string }).url).searchParams.get('state')
      const body = { state, error: 'access_denied' }
      await callBy(browser, `${key}/finish`, { params: { id }, body })
    },
  },
  'POST /admin/platforms/{id}/claims-preview': {
    leaves: 'platform_claims_previewed',
    by: 'admin',
    call: async () => {
      const { id: userId } = await addUser()
      await toPlatform('POST /admin/platforms/{id}/claims-preview', { userId })
    },
  },
  'POST /platform/invitations': {
    leaves: 'invitation_created',
    by: 'platform',
    call: async () => {
      const hub = await newInvitingPlatform('Harbour Ltd')
      await inviteAs(hub, guestOf(hub))
    },
  },
}

async function toPlatform(key: string, body: object): Promise<void> {
  const { browser } = await newAdmin()
  const { id } = await register(browser)
  await callBy(browser, key, { params: { id }, headers: { 'if-match': '"1"' }, body })
}
