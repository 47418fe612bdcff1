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
  summary: 'Lists the current admin’s active sessions, current session first',
  reply: openSessions,
})

export const endAdminSession = endpoint('POST /admin/sessions/{id}/logout', {
  access: 'admin',
  stepUp: endsOnly,
  summary: 'Ends one of the current admin’s sessions',
  params: idParams,
  body: nothing,
  reply: nothing,
  refusals: errors('notFound'),
})

export const endOtherAdminSessions = endpoint('POST /admin/sessions/logout-others', {
  access: 'admin',
  stepUp: endsOnly,
  summary: 'Ends all of the current admin’s other sessions',
  body: nothing,
  reply: z.object({ ended: z.int() }),
})

export const changeAdminLanguage = endpoint('PUT /admin/me/language', {
  access: 'admin',
  stepUp: { none: 'an own preference' },
  summary: 'Sets the language of the current admin’s emails',
  body: z.object({ preferredLanguage: locale }),
  reply: nothing,
})

export const changeAdminPassword = endpoint('PUT /admin/me/password', {
  access: 'admin',
  stepUp: 5,
  danger: { worst: 'the own password', reason: 'own account' },
  summary: 'Changes the current admin’s password and ends their other sessions',
  body: z
    .object({ oldPassword: required, newPassword, confirmPassword: required })
    .check(confirmed('newPassword')),
  reply: nothing,
  refusals: errors(...passwordErrors, 'wrongOldPassword', 'changedMeanwhile', 'tooManyRequests'),
})

export const renewAdminCodes = endpoint('POST /admin/recovery-codes', {
  access: 'admin',
  stepUp: 5,
  danger: { worst: 'new codes of the own account', reason: 'own account' },
  summary: 'Creates ten new recovery codes for the current admin. The old codes stop working',
  body: nothing,
  reply: recoveryCodes,
  refusals: errors('tooManyRequests'),
})

export const beginAdminReplacement = endpoint('POST /admin/reset-mfa/initiate', {
  access: 'admin',
  stepUp: 5,
  danger: { worst: 'none', reason: 'it begins the set-up' },
  summary: 'Generates the secret of a new authenticator for the current admin',
  body: nothing,
  reply: authenticatorKey,
})

export const confirmAdminReplacement = endpoint('POST /admin/reset-mfa/confirm', {
  access: 'admin',
  stepUp: 5,
  danger: { worst: 'another authenticator of the own account', reason: 'own account, mail' },
  summary:
    'Replaces the current admin’s authenticator once the first code from the new one is confirmed, and ends their other sessions',
  body: z.object({ otp: oneTimeCode }),
  reply: recoveryCodes,
  refusals: errors('loginExpired', 'wrongCode', 'changedMeanwhile'),
})
