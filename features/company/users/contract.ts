import * as z from 'zod/mini'
import { accessEnd } from '#contract/access-end.ts'
import { secondPerson, secondPersonErrors } from '#contract/approval.ts'
import { endpoint, nothing } from '#contract/endpoint.ts'
import {
  distinctList,
  freeText,
  idParams,
  ifMatch,
  locale,
  pageQuery,
  requiredText,
  time,
} from '#contract/fields.ts'
import { listedUser } from '#contract/listed-user.ts'
import { platformAccessStates } from '#contract/me.ts'
import { companyRoles } from '#contract/permission.ts'
import { maxRoles, platformRole, platformRoles, roleId } from '#contract/platform-role.ts'
import { errors } from '#contract/refusal.ts'
import { userListQuery } from '#contract/user-list.ts'
import { named, namedObject } from '#contract/named.ts'

/** The company is never a parameter: a user of another company gives 404001, like an unknown id. */

const access = { userWithAnyOf: ['company_users'] } as const
const ofUser = { access, params: idParams, refusals: errors('notFound') } as const
const changesUser = { ...ofUser, stepUp: { withinMinutes: 15 } } as const

const { partner: _, ...filters } = userListQuery

const listedColleague = z.extend(listedUser, {
  /** The user's roles in the company; absent in replies of version 0.3.0. */
  roles: z.optional(z.array(named('CompanyRole', z.enum(companyRoles)))),
})
named('ListedColleague', listedColleague)

export type ListedColleague = z.output<typeof listedColleague>

export const listColleagues = endpoint('GET /users/company/users', {
  access,
  summary:
    'Lists the users of the caller’s company. Three or more letters match any part of a name or email address, ignoring case and accents. x-total-count contains the total',
  query: z.object({ ...filters, ...pageQuery }),
  reply: z.array(listedColleague),
})

export const listOwnPlatforms = endpoint('GET /users/company/platforms', {
  access,
  summary:
    'Lists the platforms to which the company’s administrators can grant access, with the roles that they can assign',
  reply: z.array(
    namedObject('OfferedPlatform', { id: z.string(), name: z.string(), roles: platformRoles }),
  ),
})

/**
 * The grantor of an access. Only users of the company appear with their names. `support`: an admin of the provider.
 * `other`: any other grantor, such as a former user of the company.
 */
const grantor = z.object({
  kind: z.enum(['user', 'support', 'platform', 'other']),
  name: z.string(),
})

const platformAccess = z.object({
  id: z.string(),
  name: z.string(),
  /** True if the user has an account on the platform. */
  given: z.boolean(),
  /** False without an account, and if the provider deactivated the account. */
  active: z.boolean(),
  state: z.enum(platformAccessStates),
  /** True if the company's administrators may grant and revoke the access. */
  mayChange: z.boolean(),
  givenBy: z.nullable(grantor),
  /** Expiry of the access; null if it does not expire. */
  expiresAt: z.nullable(time),
  /** The user's roles on the platform, limited to roles that the platform still defines. */
  roles: z.array(platformRole),
  /** Roles that the company may grant. */
  offeredRoles: platformRoles,
})

const colleague = z.extend(listedColleague, {
  jobTitle: z.string(),
  preferredLanguage: locale,
  createdAt: time,
  platforms: z.array(platformAccess),
  /** Etag of `platforms`, for `If-Match`. */
  etag: z.string(),
  roles: z.array(named('CompanyRole', z.enum(companyRoles))),
  /** Etag of `roles`, for `If-Match`. */
  rolesEtag: z.string(),
  mfa: z.object({
    totp: z.boolean(),
    /** True if the authenticator is disabled: none of its codes is accepted until a reset. */
    disabled: z.optional(z.boolean()),
    passkeys: z.int(),
  }),
  openSessions: z.int(),
  /**
   * True if the user is the caller. Only other administrators may change the caller's platforms, roles and activity.
   */
  isSelf: z.boolean(),
})
named('Colleague', colleague)

export type Colleague = z.output<typeof colleague>
export type ColleagueAccess = z.output<typeof platformAccess>

export const getColleague = endpoint('GET /users/company/users/{id}', {
  ...ofUser,
  summary:
    'Returns a user of the caller’s company, with roles, second factors, platforms and who granted access to them',
  reply: colleague,
})

export const setColleaguePlatforms = endpoint('PUT /users/company/users/{id}/platforms', {
  ...changesUser,
  danger: { worst: 'a colleague reaches a platform', reason: 'as delegated' },
  summary:
    'Replaces the user’s access to the platforms that the company manages, including end dates and roles. Access to an omitted platform is removed. Other platforms, and access that support deactivated, are unchanged. Takes effect with the platform’s next request; the user is notified by email',
  headers: ifMatch,
  body: z.object({
    subsystems: z
      .array(
        z.object({
          id: requiredText(100),
          expiresAt: z.optional(z.nullable(accessEnd)),
          /**
           * Roles among those that the company may grant; roles granted by the provider stay. If omitted, the roles
           * stay unchanged.
           */
          roles: z.optional(distinctList(roleId, maxRoles)),
        }),
      )
      .check(
        z.maxLength(500, 'tooMany'),
        z.refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'listedTwice'),
      ),
    reason: z.optional(freeText(500)),
  }),
  example: {
    subsystems: [{ id: 'business-hub' }, { id: 'onboarding', expiresAt: '2099-12-31T00:00:00Z' }],
    reason: 'Audit of the year',
  },
  reply: colleague,
  refusals: errors('notFound', 'beyondDelegation', 'changedMeanwhile'),
})

/** A target with a company role requires a newer step-up, so `refusals` contains `stepUpRequired`. */
const setsActive = {
  ...changesUser,
  body: namedObject('Reason', { reason: requiredText(500) }),
  reply: colleague,
  refusals: errors('notFound', 'beyondDelegation', 'lastOwner', 'stepUpRequired'),
} as const

export const activateColleague = endpoint('PUT /users/company/users/{id}/activate', {
  ...setsActive,
  danger: {
    worst: 'a former colleague gets in',
    reason: 'password and second factor are still needed; the right to decide counts from then on',
  },
  summary: 'Activates a user of the company. Requires a free seat',
})

export const deactivateColleague = endpoint('PUT /users/company/users/{id}/deactivate', {
  ...setsActive,
  danger: { worst: 'a colleague is locked out', reason: 'ten a day' },
  summary:
    'Deactivates a user of the company and ends their sessions, at the portal and on every platform. Administrators can’t deactivate themselves, and only an owner can deactivate an owner',
})

export const endColleagueSessions = endpoint('POST /users/company/users/{id}/sessions/logout', {
  ...changesUser,
  access: { userWithAnyOf: ['company_users', 'company_security'] },
  danger: {
    worst: 'a colleague is logged out',
    reason: 'ends or prevents access; the user can log in again',
  },
  summary: 'Ends all sessions of a user of the company, at the portal and on every platform',
  body: z.object({ reason: requiredText(500) }),
  reply: z.object({ ended: z.int() }),
})

export const recoverColleague = endpoint('POST /users/company/users/{id}/recovery', {
  ...changesUser,
  danger: { worst: 'the colleague’s account', reason: 'two people decide' },
  summary:
    'Requests a two-factor reset for a user of the company who lost their second factor. Another administrator or support must approve it. All of the user’s addresses are notified immediately',
  body: z.object({ reason: requiredText(500) }),
  approval: secondPerson('replace-factors'),
  reply: nothing,
  refusals: { ...errors('notFound'), ...secondPersonErrors },
})

export const setColleagueRoles = endpoint('PUT /users/company/users/{id}/roles', {
  access: { userWithAnyOf: ['company_owner'] },
  stepUp: { withinMinutes: 5 },
  params: idParams,
  danger: {
    worst: 'an accomplice administers the company',
    reason: 'an owner decides; the accomplice does not decide for that owner',
  },
  summary: 'Replaces the company roles of another user',
  headers: ifMatch,
  body: z.object({ roles: distinctList(z.enum(companyRoles), companyRoles.length) }),
  example: { roles: ['people', 'auditor'] },
  reply: colleague,
  refusals: errors('notFound', 'changedMeanwhile', 'lastOwner'),
})
