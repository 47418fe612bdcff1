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
