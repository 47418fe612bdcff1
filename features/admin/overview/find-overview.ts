import type { Sql } from 'sql-template-tag'
import type { Query } from '#contract/endpoint.ts'
import { kindsSeenWith } from '#domain/approvals/approval-rights.ts'
import { findUndecided, type UndecidedRequest } from '#domain/approvals/standing.ts'
import { listAuditEntries } from '#domain/audit/audit-entries.ts'
import { row, rows, scalar, sql, type Db } from '#server/db.ts'
import { findFirstSteps } from './find-first-steps.ts'
import { concernsOf, type Requests, type Seal, type Waiting } from './concerns.ts'
import {
  maxHours,
  seriesActions,
  type getOverview,
  type OverviewReply,
  type Tile,
} from './contract.ts'
import type { Counts, Starts } from './jobs.ts'

/** The caller. `seesAdmins`: may read log entries about admins and the system. */
type Reader = { adminId: string; seesAdmins: boolean; permissions: readonly string[] }
type Period = { from: Date; to: Date; zone: string }

const hourMs = 60 * 60 * 1000
const newestCount = 6
const countedActions = Object.values(seriesActions).flat()

/** Returns the overview. Counts only events that the admin may read in the log. */
export async function findOverview(
  db: Db,
  query: Query<typeof getOverview>,
  reader: Reader,
): Promise<OverviewReply> {
  const { seesAdmins, permissions } = reader
  const period = periodOf(query)
  const step = period.to.getTime() - period.from.getTime() > maxHours * hourMs ? 'day' : 'hour'
  const areas = seesAdmins ? ['user', 'admin', 'platform', 'system'] : ['user', 'platform']
  const [series, windows, states, unmetRequirements, seal, requests, steps, newest] =
    await Promise.all([
      findSeries(db, { ...period, step, areas }),
      findWindows(db, areas),
      findStates(db),
      findUnmet(db),
      findSeal(db),
      findRequests(db, reader),
      findFirstSteps(db, reader.adminId),
      findNewest(db, reader),
    ])
  const [latest] = states
  const [now = { logins: 0, failures: 0 }] = windows
  return {
    // Sealing adds the events of a block to the counts.
    asOf: seal.sealedAt ?? null,
    statesAsOf: latest?.takenAt ?? null,
    from: period.from,
    to: period.to,
    step,
    tiles: {
      logins: tileOf(windows.map(({ logins }) => logins)),
      failed: {
        ...tileOf(windows.map(({ logins, failures }) => percentOf(failures, logins + failures))),
        failures: now.failures,
        attempts: now.logins + now.failures,
      },
      withoutFactor: tileOf(countByDay(states, 'withoutFactor')),
      openInvitations: tileOf(countByDay(states, 'openInvitations')),
    },
    series,
    ...concernsOf(
      { counts: { ...latest?.counts, unmetRequirements }, starts: latest?.counts, seal, requests },
      { seesAdmins, seesWebhooks: permissions.includes('manage_platform') },
    ),
    countsAdmins: seesAdmins,
    firstSteps: steps,
    newest,
  }
}

/** Returns the period of a query: by default the last 24 hours, in UTC. */
export function periodOf({ from, to, zone = 'UTC' }: Query<typeof getOverview>): Period {
  const now = Date.now()
  // The current hour is one of the last 24.
  const first = from ?? Math.floor(now / hourMs) * hourMs - 23 * hourMs
  return { from: new Date(first), to: new Date(to ?? now), zone }
}

type Numbers = Record<keyof typeof seriesActions, number>
const sums = sql`
  ${sumOf('logins')} as logins, ${sumOf('failures')} as failures,
  ${sumOf('lockouts')} as lockouts, ${sumOf('blocks')} as blocks`

/** Counts events by hour or day. Days follow the time zone, rounded to the UTC hour in which they begin. */
function findSeries(
  db: Db,
  { from, to, zone, step, areas }: Period & { step: 'hour' | 'day'; areas: string[] },
): Promise<(Numbers & { from: Date })[]> {
  const stepZone = step === 'day' ? zone : 'UTC'
  return rows<Numbers & { from: Date }>(db)`
    with starts as (
      select date_trunc('hour', local at time zone ${stepZone}, 'UTC') as start
      from generate_series(
        date_trunc(${step}, ${from}::timestamptz at time zone ${stepZone}),
        (${to}::timestamptz - interval '1 ms') at time zone ${stepZone},
        ${`1 ${step}`}::interval) local),
    parts as (select start, lead(start, 1, ${to}::timestamptz) over (order by start) as until from starts)
    select p.start as from, ${sums}
    from parts p left join activity_totals t
      on t.action = any(${countedActions}::text[]) and t.hour >= p.start and t.hour < p.until
         and t.area = any(${areas}::text[])
    group by p.start order by p.start`
}

function sumOf(name: keyof typeof seriesActions): Sql {
  return sql`
    coalesce(sum(t.count) filter (where t.action = any(${seriesActions[name]}::text[])), 0)::int`
}

/**
 * Counts events in each of the last eight periods of 24 hours, the latest first. The current hour is the last one of the
 * latest period.
 */
function findWindows(db: Db, areas: readonly string[]): Promise<Numbers[]> {
  return rows<Numbers>(db)`
    select ${sums} from generate_series(0, 7) ago
    left join activity_totals t
      on t.action = any(${countedActions}::text[]) and t.area = any(${areas}::text[])
         and t.hour > date_trunc('hour', now(), 'UTC') - make_interval(days => 1, hours => 24 * ago)
         and t.hour <= date_trunc('hour', now(), 'UTC') - make_interval(hours => 24 * ago)
    group by ago order by ago`
}

/** A snapshot; `ago` is its age in whole days. */
type State = { ago: number; takenAt: Date; counts: Partial<Counts> & Starts }

/** Returns the last snapshot of each of the last eight days. */
function findStates(db: Db): Promise<State[]> {
  return rows<State>(db)`
    select distinct on (ago) ago, taken_at, counts
    from (select taken_at, counts, floor(extract(epoch from now() - taken_at) / 86400)::int as ago
          from snapshots where taken_at > now() - interval '8 days') taken
    order by ago, taken_at desc`
}

/**
 * Returns how many requirements of the security profile were unmet when last measured; undefined if that is more than
 * two hours ago.
 */
function findUnmet(db: Db): Promise<number | undefined> {
  return scalar<number>(db)`
    select (counts ->> 'unmetRequirements')::int from snapshots
    where counts ? 'unmetRequirements' and taken_at > now() - interval '2 hours'
    order by taken_at desc limit 1`
}

function countByDay(states: readonly State[], name: keyof Counts): (number | null)[] {
  const stateByDay = Array.from({ length: 8 }, (_, day) => states.find(({ ago }) => ago === day))
  return stateByDay.map((state) => state?.counts[name] ?? null)
}

/** Makes a tile from daily values, newest first, up to the day a week ago. */
function tileOf(days: readonly (number | null)[]): Tile {
  const trend = days.slice(0, 7).filter((value) => value !== null)
  return { value: days[0] ?? null, before: days[7] ?? null, trend: trend.toReversed() }
}

function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1_000) / 10
}

/**
 * Finds the times by which late sealing and an old backup are detected. The query for the newest backup sorts by all
 * columns of an index, so that the planner uses this index.
 */
async function findSeal(db: Db): Promise<Seal> {
  const seal = await row<Seal>(db)`
    select (select made_at from audit_blocks order by number desc limit 1) as sealed_at,
           (select min(timestamp) from audit_log) as first_at,
           (select timestamp from audit_log where action = 'backup_created'
            order by action desc, timestamp desc, id desc limit 1) as backup_at`
  return seal ?? {}
}

/** Counts the open requests; undefined if the reader may not see any kind of request. */
async function findRequests(
  db: Db,
  { adminId, permissions }: Reader,
): Promise<Requests | undefined> {
  const kinds = kindsSeenWith(permissions)
  if (kinds.length === 0) return undefined
  const person = { kind: 'admin', id: adminId } as const
  const requests = await findUndecided(db, person, sql`a.kind = any(${kinds}::text[])`)
  return {
    own: waitingOf(requests.filter(({ mayDecide }) => mayDecide)),
    others: waitingOf(requests.filter(({ mayDecide }) => !mayDecide)),
  }
}

function waitingOf(requests: readonly UndecidedRequest[]): Waiting {
  const [first = null] = requests.map(({ expiresAt }) => expiresAt).toSorted((a, b) => +a - +b)
  return { count: requests.length, until: first }
}

/** The reader's own actions on the way to the page, which would only be noise. */
const ownSteps = /^(login_succeeded|step_up_succeeded|logged_out|search_result_opened)$/

async function findNewest(db: Db, { adminId, seesAdmins }: Reader) {
  // Usually enough entries, after the reader's own ones are left out.
  const entries = await listAuditEntries(db, { seesAdmins }, { take: newestCount * 6 })
  const isNoise = ({ action, userId }: (typeof entries)[number]) =>
    action === 'audit_log_searched' || (userId === adminId && ownSteps.test(action))
  return entries.filter((entry) => !isNoise(entry)).slice(0, newestCount)
}
