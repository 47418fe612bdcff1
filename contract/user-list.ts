import * as z from 'zod/mini'
import { freeText, locale, uuid } from './fields.ts'
import { anyOf, sortedBy } from './list.ts'
import { named } from './named.ts'
import { inBounds } from './search-time.ts'

export const userStatuses = ['active', 'invited', 'locked', 'deactivated'] as const
export type UserStatus = (typeof userStatuses)[number]

const secondFactorFilters = ['none', 'authenticator', 'passkey'] as const

const sorts = ['name', 'lastLogin', 'created'] as const
export type UserSort = (typeof sorts)[number]

/** The filters and sort order of a list of users. */
export const userListQuery = {
  q: z.optional(freeText(200)),
  includeInactive: z.optional(named('YesOrNo', z.enum(['true', 'false']))),
  /** The id of a company: matches its users. */
  partner: z.optional(uuid),
  /** The id of a platform: matches users with access to it. */
  platform: z.optional(z.string().check(z.regex(/^[a-z][a-z0-9-]{0,99}$/))),
  /** Statuses, separated by commas. `includeInactive` then has no effect. */
  status: named('UserStatus', anyOf(...userStatuses)),
  secondFactor: z.optional(named('SecondFactorFilter', z.enum(secondFactorFilters))),
  /** A day in UTC: matches users who were created before it and have not logged in since. */
  lastLoginBefore: z.optional(z.iso.date().check(inBounds)),
  language: z.optional(locale),
  sort: named('UserSort', sortedBy(...sorts)),
}

const schema = z.object(userListQuery)
export type UserListQuery = z.output<typeof schema>

/** The maximum number of index rows that one page scans for filters that the index does not cover. */
export const maxScanned = 10_000

/**
 * The maximum number of users that are all collected and sorted, `ofSet` for a company or platform, `ofSearch` for a
 * search. For larger sets, walking an index finds a page sooner.
 */
export const maxCollected = { ofSet: 7_000, ofSearch: 50_000 }
