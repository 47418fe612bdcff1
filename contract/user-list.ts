import * as z from 'zod/mini'
import { freeText, locale } from './fields.ts'
import { anyOf, sortedBy } from './list.ts'

export const userStatuses = ['active', 'invited', 'locked', 'deactivated'] as const
export type UserStatus = (typeof userStatuses)[number]

export const secondFactorFilters = ['none', 'authenticator', 'passkey'] as const

const sorts = ['name', 'lastLogin', 'created'] as const
export type UserSort = (typeof sorts)[number]

/** The filters and sorts of a list of users. */
export const userListQuery = {
  q: z.optional(freeText(200)),
  includeInactive: z.optional(z.enum(['true', 'false'])),
  /** Only users of this company. */
  partner: z.optional(z.uuid()),
  /** The id of a platform: only users with an account on it. */
  platform: z.optional(z.string().check(z.regex(/^[a-z][a-z0-9-]{0,99}$/))),
  /** Several are separated by commas. With it `includeInactive` has no effect. */
  status: anyOf(...userStatuses),
  secondFactor: z.optional(z.enum(secondFactorFilters)),
  /** A day in UTC: only users who have not logged in since, and who exist since before. */
  lastLoginBefore: z.optional(z.iso.date()),
  language: z.optional(locale),
  sort: sortedBy(...sorts),
}

const schema = z.object(userListQuery)
export type UserListQuery = z.output<typeof schema>

/** Rows of an index that one page looks through for filters that the index does not serve. */
export const maxScanned = 10_000

/** Users of a company, a platform or a search that are sorted at once, in any order; of more, a walk finds a page sooner. */
export const maxCollected = { ofSet: 7_000, ofSearch: 50_000 }

/**
 * Which index serves which combination, the first that fits. A `set` of few users is collected and sorted by anything;
 * else the index is walked along in the order of the sort, and other filters are looked at row by row, for 10,000 rows
 * at most: the answer then says how far it looked.
 */
export const userListPlans = [
  { filter: 'locked', sort: 'any', index: 'rate_limits_pkey', way: 'set' },
  { filter: 'platform', sort: 'any', index: 'subsystem_accounts_of_platform', way: 'set' },
  { filter: 'partner', sort: 'any', index: 'users_of_company_by_name', way: 'set' },
  { filter: 'secondFactor', sort: 'any', index: 'users_without_factor', way: 'set' },
  { filter: 'q', sort: 'any', index: 'users_search_text', way: 'set' },
  { filter: 'partner', sort: 'name', index: 'users_of_company_by_name', way: 'walk' },
  { filter: 'deactivated', sort: 'name', index: 'users_deactivated_by_name', way: 'walk' },
  { filter: 'invited', sort: 'name', index: 'users_invited_by_name', way: 'walk' },
  { filter: 'invited', sort: 'created', index: 'users_invited_by_creation', way: 'walk' },
  { filter: 'language', sort: 'name', index: 'users_of_language_by_name', way: 'walk' },
  { filter: 'lastLoginBefore', sort: 'lastLogin', index: 'users_by_last_login', way: 'walk' },
  { filter: 'none', sort: 'name', index: 'users_listed', way: 'walk' },
  { filter: 'none', sort: 'lastLogin', index: 'users_by_last_login', way: 'walk' },
  { filter: 'none', sort: 'created', index: 'users_by_creation', way: 'walk' },
] as const

/** The search parameters of the page. */
export const userSearchNames = [
  'q',
  'deactivated',
  'company',
  'user',
  'platform',
  'status',
  'secondFactor',
  'lastLoginBefore',
  'language',
  'sort',
] as const
