import * as z from 'zod/mini'
import { auditEntry } from '#contract/audit-entry.ts'
import { endpoint } from '#contract/endpoint.ts'
import { time } from '#contract/fields.ts'
import { named, namedObject } from '#contract/named.ts'
import { inBounds } from '#contract/search-time.ts'
import { isTimeZone } from '#contract/time-zone.ts'

/** Series of the chart, each with the audit log actions that it counts. */
export const seriesActions = {
  logins: ['login_succeeded'],
  failures: ['login_failed', 'passkey_refused'],
  lockouts: ['account_locked', 'account_restricted'],
  blocks: ['address_blocked'],
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

/** The first steps of an installation, up to the first login of a user to a platform. */
export const firstSteps = [
  'platform',
  'test',
  'company',
  'user',
  'admin',
  'codes',
  'brand',
  'mail',
  'login',
] as const

export type FirstStep = (typeof firstSteps)[number]

const step = z.optional(z.boolean())
const laterSteps = { test: step, company: step, admin: step, codes: step, mail: step, login: step }

export type ConcernKind = (typeof concernKinds)[number]

/** Periods that the page offers, in days. */
export const ranges = { day: 1, week: 7, month: 30, quarter: 90 } as const

export type Range = keyof typeof ranges

/** Returns the query key under which the page caches the reply. */
export const overviewKey = (range: Range) => ['admin-overview', range] as const

/** A figure now and a week ago (null if unknown), and its values on the last seven days. */
const tile = namedObject('Tile', {
  value: z.nullable(z.number()),
  before: z.nullable(z.number()),
  trend: z.array(z.number()),
})

export type Tile = z.output<typeof tile>

/** Longest period of the chart in days. */
export const maxDays = 92

/** Longest period in hours that the chart shows by hour; longer ones are shown by day. */
export const maxHours = 48

const moment = z.iso.datetime({ offset: true }).check(inBounds)

export const getOverview = endpoint('GET /admin/overview', {
  access: { adminWithAnyOf: ['view_admin_audit_log', 'view_audit_log'] },
  mayLag: true,
  summary:
    'Returns logins, failures and lockouts by hour or day, items that need attention, and the newest audit log events that the caller can read',
  query: z.object({
    /** Start of the period. Without `from` and `to`, the last 24 hours; at most 92 days. */
    from: z.optional(moment),
    to: z.optional(moment),
    /** Time zone of the chart's days. */
    zone: z.optional(z.string().check(z.refine(isTimeZone, 'invalidTimeZone'))),
  }),
  reply: z.object({
    /** Time until which events are counted. */
    asOf: z.nullable(time),
    /** Time of the last snapshot of states, which is taken every five minutes. */
    statesAsOf: z.nullable(time),
    from: time,
    to: time,
    step: z.enum(['hour', 'day']),
    tiles: z.object({
      /** Logins in the last 24 hours. */
      logins: tile,
      /** Failed logins in the last 24 hours, as a percentage of all attempts. */
      failed: z.extend(tile, { failures: z.int(), attempts: z.int() }),
      /** Active users without a working second factor or passkey. */
      withoutFactor: tile,
      openInvitations: tile,
    }),
    /** Consecutive intervals; each ends where the next begins. */
    series: z.array(
      z.object({
        from: time,
        logins: z.int(),
        failures: z.int(),
        /** Locked accounts. */
        lockouts: z.int(),
        /** Blocked IP addresses; a server of 0.3.0 counts them among the lockouts. */
        blocks: z.optional(z.int()),
      }),
    ),
    concerns: z.array(
      z.object({
        kind: z.enum(concernKinds),
        /** Null if the concern has no count. */
        count: z.nullable(z.int()),
        /** Time of the last backup or block (of the first log entry, if no block exists); null if there is a count. */
        since: z.nullable(time),
        /** Time at which the first of the requests expires; null for other concerns. */
        until: z.nullable(time),
        /** Time of the snapshot that first counted the concern; null if it is not counted by snapshots. */
        startedAt: z.optional(z.nullable(time)),
      }),
    ),
    /** Kinds of concern that were checked for this reader; those not in `concerns` are fine. */
    checked: z.array(named('Concern', z.enum(concernKinds))),
    /** True if logins and failures of admins are counted. */
    countsAdmins: z.boolean(),
    /** First steps of a new installation, each true once it is done. */
    firstSteps: z.object({
      platform: z.boolean(),
      brand: z.boolean(),
      user: z.boolean(),
      // Servers of 0.3.0 omit the others.
      ...laterSteps,
    }),
    /**
     * Newest entries of the log, without searches of the log and without the caller's own logins, logouts and searches.
     */
    newest: z.array(auditEntry),
  }),
})

export type Overview = z.output<typeof getOverview.reply>
/** The reply before it is serialized. */
export type OverviewReply = z.input<typeof getOverview.reply>
