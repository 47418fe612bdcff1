import * as z from 'zod/mini'
import { endpoint, nothing } from '#contract/endpoint.ts'
import {
  authenticatorKey,
  confirmed,
  idParams,
  locale,
  newPassword,
  oneTimeCode,
  required,
} from '#contract/fields.ts'
import { openSessions } from '#contract/open-sessions.ts'
import { passwordErrors } from '#contract/password-rules.ts'
import { errors } from '#contract/refusal.ts'

/** Endpoints of the page where admins manage their own account. */

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
const endsOnly = { none: 'it only ends sessions' } as const

export const listAdminSessions = endpoint('GET /admin/sessions', {
  access: 'admin',
  summary: 'Lists the open sessions of the logged-in admin, the current one first',
  reply: openSessions,
})

export const endAdminSession = endpoint('POST /admin/sessions/{id}/logout', {
  access: 'admin',
  stepUp: endsOnly,
  summary: 'Ends one session of the logged-in admin',
  params: idParams,
  body: nothing,
  reply: nothing,
  refusals: errors('notFound'),
})

export const endOtherAdminSessions = endpoint('POST /admin/sessions/logout-others', {
  access: 'admin',
  stepUp: endsOnly,
  summary: 'Ends every other session of the logged-in admin',
  body: nothing,
  reply: z.object({ ended: z.int() }),
})

export const changeAdminLanguage = endpoint('PUT /admin/me/language', {
  access: 'admin',
  stepUp: { none: 'an own preference' },
  summary: 'Sets the language of mails to the logged-in admin',
  body: z.object({ preferredLanguage: locale }),
  reply: nothing,
})

export const changeAdminPassword = endpoint('PUT /admin/me/password', {
  access: 'admin',
  stepUp: 5,
  summary: 'Changes the password of the logged-in admin, and ends their other sessions',
  body: z
    .object({ oldPassword: required, newPassword, confirmPassword: required })
    .check(confirmed('newPassword')),
  reply: nothing,
  refusals: errors(...passwordErrors, 'wrongOldPassword', 'changedMeanwhile', 'tooManyRequests'),
})

export const renewAdminCodes = endpoint('POST /admin/recovery-codes', {
  access: 'admin',
  stepUp: 5,
  summary: 'Creates ten new recovery codes of the logged-in admin; the old ones stop working',
  body: nothing,
  reply: recoveryCodes,
  refusals: errors('tooManyRequests'),
})

export const beginAdminReplacement = endpoint('POST /admin/reset-mfa/initiate', {
  access: 'admin',
  stepUp: 5,
  summary: 'Creates the secret of another authenticator of the logged-in admin',
  body: nothing,
  reply: authenticatorKey,
})

export const confirmAdminReplacement = endpoint('POST /admin/reset-mfa/confirm', {
  access: 'admin',
  stepUp: 5,
  summary:
    'Replaces the authenticator of the logged-in admin after the first code of the new one, and ends their other sessions',
  body: z.object({ otp: oneTimeCode }),
  reply: recoveryCodes,
  refusals: errors('loginExpired', 'wrongCode', 'changedMeanwhile'),
})
