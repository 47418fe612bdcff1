import * as z from 'zod/mini'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { freeText, locale, requiredText, idParams, pageQuery } from '#contract/fields.ts'
import { linkKinds } from '#contract/link.ts'
import { platformAccessStates } from '#contract/me.ts'
import { errorCodes } from '#contract/refusal.ts'

const access = { adminWithAnyOf: ['manage_regular_user'] } as const
const time = z.iso.datetime()

/** Why an admin did it: kept in the audit log, never mailed. */
const mayGiveReason = z.object({ reason: z.optional(freeText(500)) })
const mustGiveReason = z.object({ reason: requiredText(500) })

const partnerUser = z.object({
  id: z.uuid(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  active: z.boolean(),
  onboarded: z.boolean(),
  subsystems: z.array(
    z.object({ id: z.string(), name: z.string(), state: z.enum(platformAccessStates) }),
  ),
  /** What the admin who asks may do with it. */
  action: z.nullable(z.enum(['activate', 'deactivate'])),
  partner: z.nullable(z.object({ id: z.uuid(), name: z.string(), active: z.boolean() })),
  lastLogin: z.nullable(time),
})

export const listUsers = endpoint({
  method: 'GET',
  path: '/admin/users',
  access,
  summary:
    'People of companies by name; of three letters and more any part of a name or address is found',
  query: z.object({
    q: z.optional(freeText(200)),
    includeInactive: z.optional(z.enum(['true', 'false'])),
    /** Only the people of this company. */
    partner: z.optional(z.uuid()),
    ...pageQuery,
  }),
  reply: z.array(partnerUser),
  refusals: {},
})

export const getUser = endpoint({
  method: 'GET',
  path: '/admin/users/{id}',
  access,
  summary:
    'One person: where she is logged in, what she may enter, and what deactivating her would end',
  params: idParams,
  reply: z.extend(partnerUser, {
    jobTitle: z.string(),
    phone: z.string(),
    timezone: z.string(),
    preferredLanguage: locale,
    createdAt: time,
    secondFactor: z.enum(['none', 'set', 'disabled']),
    sessions: z.array(
      z.object({
        id: z.uuid(),
        browser: z.string(),
        ipAddress: z.string(),
        loginTime: time,
        lastSeen: time,
      }),
    ),
    platforms: z.array(
      z.object({ id: z.string(), name: z.string(), state: z.enum(platformAccessStates) }),
    ),
    effect: z.object({ openSessions: z.int() }),
    invitation: z.nullable(
      z.object({ id: z.uuid(), createdAt: time, acceptedAt: z.nullable(time) }),
    ),
  }),
  refusals: { notFound: errorCodes.notFound },
})

export type PartnerUser = z.output<typeof partnerUser>
export type Details = z.output<typeof getUser.reply>

export const activateUser = endpoint({
  method: 'PUT',
  path: '/admin/users/{id}/activate',
  access,
  summary: 'Lets a person log in again; what was open before stays ended',
  params: idParams,
  body: mayGiveReason,
  reply: partnerUser,
  refusals: { notFound: errorCodes.notFound },
})

export const deactivateUser = endpoint({
  method: 'PUT',
  path: '/admin/users/{id}/deactivate',
  access,
  summary: 'Shuts a person out: ends her sessions here and on every platform, voids her links',
  params: idParams,
  body: mayGiveReason,
  reply: partnerUser,
  refusals: { notFound: errorCodes.notFound },
})

export const listTokens = endpoint({
  method: 'GET',
  path: '/admin/users/{id}/tokens',
  access,
  summary:
    'The one-time links of a person that were not made void, the latest first; never a token',
  params: idParams,
  reply: z.array(
    z.object({
      id: z.uuid(),
      kind: z.enum(linkKinds),
      createdAt: time,
      expiresAt: time,
      usedAt: z.nullable(time),
    }),
  ),
  refusals: { notFound: errorCodes.notFound },
})

export const endSessions = endpoint({
  method: 'POST',
  path: '/admin/users/{id}/sessions/logout',
  access,
  summary: 'Ends every session of a person, here and on every platform',
  params: idParams,
  body: mustGiveReason,
  reply: z.object({ ended: z.int() }),
  refusals: { notFound: errorCodes.notFound },
})

const linkRefusals = {
  notFound: errorCodes.notFound,
  userInactive: errorCodes.userInactive,
  partnerInactive: errorCodes.partnerInactive,
}

export const resetTwoFactor = endpoint({
  method: 'POST',
  path: '/admin/users/{id}/reset-mfa',
  access,
  summary: 'Mails a person a link by which she replaces her authenticator, her password in hand',
  params: idParams,
  body: mustGiveReason,
  reply: nothing,
  status: 202,
  refusals: linkRefusals,
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/admin/users/{id}/reset-password',
  access,
  summary: 'Mails a person a link by which she sets her password',
  params: idParams,
  body: mustGiveReason,
  reply: nothing,
  status: 202,
  refusals: linkRefusals,
})

export const listMails = endpoint({
  method: 'GET',
  path: '/admin/users/{id}/mails',
  access,
  summary: 'What was mailed to a person and whether it was taken, the latest first',
  params: idParams,
  reply: z.array(
    z.object({
      id: z.uuid(),
      kind: z.string(),
      state: z.enum(['queued', 'sent', 'failed']),
      createdAt: time,
      sentAt: z.nullable(time),
      lastError: z.nullable(z.string()),
    }),
  ),
  refusals: { notFound: errorCodes.notFound },
})

export const resendMail = endpoint({
  method: 'POST',
  path: '/admin/mails/{id}/resend',
  access,
  summary: 'Sends a mail to its person once more, with the same link if that still works',
  params: idParams,
  body: nothing,
  reply: nothing,
  status: 202,
  refusals: { notFound: errorCodes.notFound },
})
