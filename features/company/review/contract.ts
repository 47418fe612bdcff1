import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { idParams, pageQuery, time, uuid } from '#contract/fields.ts'
import { companyRoles } from '#contract/permission.ts'
import { platformRole } from '#contract/platform-role.ts'
import { errors } from '#contract/refusal.ts'
import { named, namedObject } from '#contract/named.ts'

const access = { userWithAnyOf: ['company_users'] } as const

export const reviewDecisions = ['keep', 'remove'] as const

const review = namedObject('AccessReview', {
  id: uuid,
  openedAt: time,
  dueAt: time,
  /** Time at which a strict review removes undecided access; null for any other review. */
  takenAt: z.nullable(time),
  closedAt: z.nullable(time),
  kept: z.int(),
  removed: z.int(),
  /**
   * Number of items that the company still has to decide. If more than 10,000 are undecided, it also includes those
   * that no longer need a decision.
   */
  pending: z.int(),
  /** Users of the review, without the caller; null for a closed review. */
  progress: z.optional(
    z.nullable(
      namedObject('AccessReviewProgress', {
        users: z.int(),
        /** Number of users with access that the company still has to decide, counted like `pending`. */
        pendingUsers: z.int(),
        /** Number of decisions about the caller's own access, which other administrators make. */
        ownPending: z.int(),
        /** Names of at most three administrators who can make them. */
        ownDeciders: z.array(z.string()),
      }),
    ),
  ),
})

export type Review = z.output<typeof review>

export const listReviews = endpoint('GET /users/company/reviews', {
  access,
  summary: 'Lists the company’s access reviews, newest first',
  reply: z.array(review),
})

const user = z.object({ id: uuid, firstname: z.string(), lastname: z.string(), email: z.string() })

const item = z.object({
  /** Identifies the row in lists only: endpoints identify an item by user and platform. */
  id: z.string(),
  user,
  /** Null if the item is the account itself. */
  platform: z.nullable(namedObject('PlatformReference', { id: z.string(), name: z.string() })),
  /** Roles in the company, if the item is the account. */
  companyRoles: z.array(z.enum(companyRoles)),
  /** The user's roles on the platform, limited to roles that the platform still defines. */
  platformRoles: z.array(platformRole),
  lastLogin: z.nullable(time),
  decision: z.nullable(named('ReviewDecision', z.enum(reviewDecisions))),
  decidedAt: z.nullable(time),
  /** Name of the administrator who decided; empty without a decision, and if not a user of the company. */
  decidedBy: z.string(),
  /**
   * `gone`: the access ended, or the review was closed, without a decision. `provider`: the user is the only
   * administrator, whom only the provider can review.
   */
  state: named('ReviewState', z.enum(['pending', 'decided', 'gone', 'provider'])),
  /** True if the caller can decide now, or change `keep` to `remove`. Always false for the caller's own access. */
  mayDecide: z.boolean(),
})

export type ReviewItem = z.output<typeof item>

/** Id of the review. */
const ofReview = { review: z.string().check(z.maxLength(100)) }

export const itemStates = ['pending', 'decided'] as const
const itemState = named('ReviewFilter', z.enum(itemStates))

export const listReviewItems = endpoint('GET /users/company/review-items', {
  access,
  summary:
    'Lists the items of an access review, sorted by user: the account first, then each platform',
  query: z.object({ ...ofReview, state: z.optional(itemState), ...pageQuery }),
  reply: z.array(item),
  refusals: errors('notFound'),
})

const reviewedUser = z.object({
  /** Id of the user. */
  id: uuid,
  user,
  companyRoles: z.array(z.enum(companyRoles)),
  lastLogin: z.nullable(time),
  /** The account first, then the platforms. */
  items: z.array(z.omit(item, { user: true, companyRoles: true, lastLogin: true })),
})

export type ReviewedUser = z.output<typeof reviewedUser>
export type ReviewedAccess = ReviewedUser['items'][number]

export const listReviewUsers = endpoint('GET /users/company/review-users', {
  access,
  summary:
    'Lists the users of an access review with the items of each, sorted by name, without the caller. `pending` are users with an item that the company still has to decide, `decided` those with a decision',
  query: z.object({ ...ofReview, state: z.optional(itemState), ...pageQuery }),
  reply: z.array(reviewedUser),
  refusals: errors('notFound'),
})

export const decideReview = endpoint('PUT /users/company/reviews/{id}/items', {
  access,
  stepUp: { withinMinutes: 5 },
  params: idParams,
  danger: { worst: 'colleagues lose access', reason: 'it only ends access; ten accounts a day' },
  summary:
    'Keeps or removes items of an access review: all given items, or none. A removal takes effect immediately: access to the platform is removed, or the user is deactivated. While the review is open, a kept item can still be removed, but a removal can’t be undone here',
  body: z.object({
    items: z
      .array(
        z.object({
          userId: uuid,
          subsystem: z.nullable(z.string().check(z.maxLength(100))),
          decision: z.enum(reviewDecisions),
        }),
      )
      .check(z.minLength(1, 'required'), z.maxLength(100, 'tooMany')),
  }),
  example: {
    items: [
      {
        userId: '01900000-0000-7000-8000-000000000001',
        subsystem: 'business-hub',
        decision: 'keep',
      },
    ],
  },
  reply: review,
  refusals: errors('notFound', 'changedMeanwhile', 'lastOwner'),
})

export const exportReview = endpoint('GET /users/company/review-items/export', {
  access,
  stepUp: { withinMinutes: 5 },
  query: z.object(ofReview),
  summary:
    'Exports an access review with its decisions as a CSV file, with role names in the browser’s language',
  reply: z.unknown(),
  csvColumns: {
    user: 'Grace Hopper',
    email: 'grace@harbour.example',
    platform: 'Business hub',
    roles: 'Viewer; Payer',
    lastLogin: '2026-03-01T08:30:00.000Z',
    decision: 'keep',
    decidedBy: 'Ada Byron',
    decidedAt: '2026-03-02T09:12:00.000Z',
  },
  refusals: errors('notFound'),
})
