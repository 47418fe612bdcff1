import * as z from 'zod/mini'
import { auditEntry } from '#contract/audit-entry.ts'
import { endpoint } from '#contract/endpoint.ts'
import { time } from '#contract/fields.ts'
import { isTimeZone } from '#contract/time-zone.ts'

/** What the chart counts, with the actions of the audit log that are behind it. */
export const seriesActions = {
  logins: ['login_succeeded'],
  failures: ['login_failed', 'passkey_refused'],
  lockouts: ['account_locked', 'account_restricted', 'address_blocked'],
} as const

export const concernKinds = [
  'waitingApprovals',
  'undecidedApprovals',
  'sealingLate',
  'usedBreakGlass',
  'lockedAccounts',
  'lockedAdmins',
  'expiringInvitations',
  'undeliveredNotifications',
  'undeliveredMails',
  'failingWebhooks',
  'unfinishedUsers',
  'unmetRequirements',
  'blockedAddresses',
  'dormantCompanies',
  'companiesWithoutOwner',
  'oldBackup',
] as const

export const firstSteps = ['platform', 'brand', 'user'] as const

export type FirstStep = (typeof firstSteps)[number]

export type ConcernKind = (typeof concernKinds)[number]

/** The periods that the page offers. */
export const ranges = { day: 1, week: 7, month: 30, quarter: 90 } as const

export type Range = keyof typeof ranges

/** Where the page keeps what it was answered. */
export const overviewKey = (range: Range) => ['admin-overview', range] as const

/** A figure now and a week before, where that is known, and on each of the last seven days. */
const tile = z.object({
  value: z.nullable(z.number()),
  before: z.nullable(z.number()),
  trend: z.array(z.number()),
})

export type Tile = z.output<typeof tile>

/** The longest period of the chart. */
export const maxDays = 92

/** Up to this many hours the chart counts hours; beyond it days. */
export const maxHours = 48

const moment = z.iso
  .datetime({ offset: true })
  .check(
    z.refine(
      (value) => Date.parse(value) >= 0 && Date.parse(value) < Date.UTC(9999, 0),
      'invalidDate',
    ),
  )

export const getOverview = endpoint('GET /admin/overview', {
  access: { adminWithAnyOf: ['view_admin_audit_log', 'view_audit_log'] },
  mayLag: true,
  summary:
    'Logins, failures and lockouts by hour or day, what needs attention, and the newest events that the admin may read in the audit log',
  query: z.object({
    /** The last 24 hours unless both are given; at most 92 days. */
    from: z.optional(moment),
    to: z.optional(moment),
    /** Whose days the chart counts. */
    zone: z.optional(z.string().check(z.refine(isTimeZone, 'invalidTimeZone'))),
  }),
  reply: z.object({
    /** Events are counted until then. */
    asOf: z.nullable(time),
    /** States are counted every five minutes. */
    statesAsOf: z.nullable(time),
    from: time,
    to: time,
    step: z.enum(['hour', 'day']),
    tiles: z.object({
      /** Of 24 hours. */
      logins: tile,
      /** Per cent of all tries to log in, of 24 hours. */
      failed: z.extend(tile, { failures: z.int(), attempts: z.int() }),
      /** Active users without a second factor or passkey that works. */
      withoutFactor: tile,
      openInvitations: tile,
    }),
    /** Each ends where the next begins. */
    series: z.array(
      z.object({ from: time, logins: z.int(), failures: z.int(), lockouts: z.int() }),
    ),
    concerns: z.array(
      z.object({
        kind: z.enum(concernKinds),
        /** Null where there is nothing to count. */
        count: z.nullable(z.int()),
        since: z.nullable(time),
        /** When the first of them expires. */
        until: z.nullable(time),
      }),
    ),
    /** What was looked at for this reader; those that are no concern are well. */
    checked: z.array(z.enum(concernKinds)),
    /** Whether logins and failures of admins are counted. */
    countsAdmins: z.boolean(),
    /** What a new installation begins with, and whether it is done. */
    firstSteps: z.record(z.enum(firstSteps), z.boolean()),
    /** The latest first, without searches of the log and without the caller's own logins, logouts and searches. */
    newest: z.array(auditEntry),
  }),
})

export type Overview = z.output<typeof getOverview.reply>
/** As the server makes it. */
export type OverviewReply = z.input<typeof getOverview.reply>
