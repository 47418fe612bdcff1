import * as z from 'zod/mini'
import { secondPerson, secondPersonErrors } from '#contract/approval.ts'
import { endpoint } from '#contract/endpoint.ts'
import {
  distinctList,
  ifMatch,
  freeText,
  requiredText,
  idParams,
  pageQuery,
  time,
  uuid,
} from '#contract/fields.ts'
import { sortedBy } from '#contract/list.ts'
import { ipAllowRules, networkPreview, networkRule } from '#contract/network-rules.ts'
import { platformUsers } from '#contract/platform-role.ts'
import { errorCodes } from '#contract/refusal.ts'
import { named, namedObject } from '#contract/named.ts'

const { changedMeanwhile, notFound } = errorCodes
const access = { adminWithAnyOf: ['manage_partner'] } as const
const ofCompany = { access, params: idParams, refusals: { notFound } } as const

const facts = namedObject('CompanyChange', {
  name: requiredText(200),
  active: z.boolean(),
  /** Allowed platforms; null for all platforms, including future ones. */
  subsystems: z.nullable(distinctList(z.string(), 100)),
  ipAllowRules,
})

export const companyStates = ['active', 'inactive'] as const

export const delegationStates = ['yes', 'withoutOwner'] as const

/** Open tasks of users: set up a second factor, or accept an invitation. */
export const openTasks = ['secondFactor', 'invitation'] as const

/** Supported periods without a login, in days. */
export const quietTimes = ['60'] as const

export const company = namedObject('Company', {
  id: uuid,
  name: z.string(),
  active: z.boolean(),
  subsystems: z.nullable(z.array(z.string())),
  ipAllowRules: z.array(networkRule),
  /** Number of users. This and the next two numbers are never more than `maxListedCount` + 1. */
  people: z.int(),
  /** Number of active users with neither an authenticator nor a passkey. */
  withoutFactor: z.int(),
  /** Number of invitations with a valid link. */
  pendingInvitations: z.int(),
  /** Time of the latest login of any of its users; null if there is none. */
  lastLogin: z.nullable(time),
  /** True if the company's own users may administer the company. */
  delegated: z.boolean(),
  etag: z.string(),
})

const companyFilters = {
  q: z.optional(freeText(200)),
  state: z.optional(named('CompanyState', z.enum(companyStates))),
  /** Platform id. Also matches companies with access to all platforms. */
  platform: z.optional(z.string().check(z.maxLength(100))),
  /** Period in days. Matches active companies that are older than the period and had no login within it. */
  noLoginFor: z.optional(named('DaysWithoutLogin', z.enum(quietTimes))),
  /** Matches companies with users who have this open task. */
  missing: z.optional(named('CompanyLack', z.enum(openTasks))),
  /** Matches companies that administer themselves, optionally only those without an active owner. */
  delegated: z.optional(named('DelegationFilter', z.enum(delegationStates))),
}

export const listPartners = endpoint('GET /admin/partners', {
  access,
  mayLag: true,
  machine: 'admin:companies.read',
  summary:
    'Lists companies by name; `sort=-name` reverses the order. Filter by part of the name, status, platform, users without a second factor, pending invitations, or time without a login. Users and invitations of each company are counted up to 1,000. x-total-count contains the total. With `noLoginFor`, a page scans at most 5,000 companies, and x-rows-scanned contains the number scanned',
  query: z.object({ ...companyFilters, sort: sortedBy('name'), ...pageQuery }),
  reply: z.array(company),
})

export const exportPartners = endpoint('GET /admin/partners/export', {
  access,
  mayLag: true,
  stepUp: 5,
  summary: 'Exports a list of up to one million companies as a CSV file',
  query: z.object(companyFilters),
  reply: z.unknown(),
  csvColumns: {
    id: '01900000-0000-7000-8000-000000000003',
    name: 'Harbour Trading',
    status: 'active',
    users: '12',
    withoutSecondFactor: '2',
    invited: '3',
    platforms: 'Business hub; Onboarding dashboard',
    networks: 'Lisbon office: 203.0.113.0/24',
    lastLogin: '2026-03-02T09:12:00.000Z',
  },
})

export const listSubsystems = endpoint('GET /admin/partners/subsystems', {
  access,
  summary: 'Lists the platforms that companies can have',
  reply: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** True if companies that have all platforms, including future ones, have this one. */
      offeredToAll: z.optional(z.boolean()),
    }),
  ),
})

export const getPartner = endpoint('GET /admin/partners/{id}', {
  ...ofCompany,
  machine: 'admin:companies.read',
  summary:
    'Returns a company with its number of users on each platform and the number of sessions that a deactivation would end',
  reply: z.extend(company, {
    effect: z.object({ openSessions: z.int() }),
    platformUsers,
  }),
})

export const listAddresses = endpoint('GET /admin/partners/{id}/addresses', {
  ...ofCompany,
  summary:
    'Lists the IP addresses from which a company’s users logged in during the last month, most users first: up to eight, based on the latest 20,000 events',
  reply: z.array(z.object({ ipAddress: z.string(), people: z.int(), lastLogin: time })),
})

export type Company = z.output<typeof company>
export type CompanyDetails = z.output<typeof getPartner.reply>

export const addPartner = endpoint('POST /admin/partners', {
  access,
  machine: 'admin:companies',
  stepUp: 15,
  danger: {
    worst: 'a company of own accounts',
    reason: 'its owners do not decide for the person who made it',
  },
  summary: 'Adds a company',
  body: facts,
  reply: namedObject('Id', { id: uuid }),
  status: 201,
})

export const changePartner = endpoint('PUT /admin/partners/{id}', {
  ...ofCompany,
  stepUp: 15,
  danger: {
    worst: 'a company is locked out, or opened to the world',
    reason:
      'deactivating a company with more than MASS_SESSIONS open sessions, or users of the last 30 days, takes two people; networks are previewed',
  },
  summary:
    'Updates a company. If-Match contains the ETag of the version that was edited. A deactivation ends its users’ sessions and, if many sessions are active, may require two-person approval',
  headers: ifMatch,
  body: facts,
  approval: secondPerson('company-deactivate'),
  reply: company,
  refusals: { notFound, changedMeanwhile, ...secondPersonErrors },
})

const platformChange = {
  access,
  stepUp: 15,
  params: z.extend(idParams, { subsystem: z.string() }),
  body: z
    .object({
      reason: z.optional(freeText(500)),
      /** True to return the number of users without changing anything. */
      dryRun: z.optional(z.boolean()),
    })
    .check(
      z.refine(({ reason, dryRun }) => dryRun === true || Boolean(reason), {
        path: ['reason'],
        error: 'required',
      }),
    ),
  /** Number of users whose access changes. */
  reply: namedObject('ReachedUsers', { people: z.int() }),
  status: 202,
  refusals: { notFound },
} as const
named('PlatformForAll', platformChange.body)

export const givePlatform = endpoint('POST /admin/partners/{id}/platforms/{subsystem}/give', {
  ...platformChange,
  danger: {
    worst: 'users of a company reach a platform',
    reason: 'only a platform that two people have registered',
  },
  summary:
    'Grants all current users of a company access to a platform, in the background. Deactivated access stays deactivated. Each user is notified by email',
})

export const takePlatform = endpoint('POST /admin/partners/{id}/platforms/{subsystem}/take', {
  ...platformChange,
  danger: { worst: 'users of a company lose a platform', reason: 'it only ends access' },
  summary:
    'Removes access to a platform from all current users of a company, in the background. Each user is notified by email',
})

export const previewAllowRules = endpoint('POST /admin/partners/{id}/ip-allow-rules/dry-run', {
  ...ofCompany,
  stepUp: { none: 'it changes nothing' },
  summary:
    'Returns the users who logged in during the last month and would be blocked by these networks. Changes nothing',
  body: z.object({ ipAllowRules }),
  reply: networkPreview,
})
