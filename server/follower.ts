import type { FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'
import type { Endpoint } from '#contract/endpoint.ts'
import { listHeaders } from '#contract/list.ts'
import type { Caller } from './caller.ts'
import { config } from './config.ts'
import { changeSeconds, cookieOptions, cookies, readCookie } from './cookies.ts'
import { createPool, db, scalar, withoutDurability, type Db, type Follower } from './db.ts'
import { follow } from './follow.ts'
import { logger } from './log.ts'
import { counter, gaugeOfMany } from './metrics.ts'

const measureEveryMs = 2_000
const maxLagMs = 10_000

/**
 * A measurement of the lag: the follower contained all changes up to `asOf`, by the primary's clock. `measuredAt` is a
 * time of `performance.now`.
 */
type Measurement = { asOf: Date; lagMs: number; measuredAt: number }

const follower =
  config.databaseReadUrl === undefined ? undefined : openFollower(config.databaseReadUrl)
/** Options of separate connections for measuring, so that a busy pool does not look like an unreachable server. */
const measuringOptions = {
  connectionTimeoutMillis: measureEveryMs,
  query_timeout: measureEveryMs,
  maxLifetimeSeconds: 60,
}
const measuringPools = follower && {
  primary: createPool(config.databaseUrl, 1, measuringOptions),
  follower: createPool(config.databaseReadUrl ?? '', 1, measuringOptions),
}
let lastMeasurement: Measurement | undefined
let lastUsableAt = performance.now()
let hasFault = false

const reads = counter(
  'portico_follower_reads_total',
  'Calls that a follower may answer, by the server that answered',
  ['answered_by'],
)
gaugeOfMany(
  'portico_follower_lag_seconds',
  'Lag of the follower, or the time since it was last usable',
  [],
  async () => (follower ? [{ value: lagMs() / 1000 }] : []),
)

/**
 * Returns the database that a call reads from. That is the follower if the endpoint allows old data, the follower is at
 * most ten seconds behind, and the caller has changed nothing within fifteen seconds; the header x-as-of then contains
 * the time of the data. Service accounts always read from the primary, because no cookie records their own changes.
 */
export function readerFor(
  { mayLag }: Endpoint,
  {
    request,
    reply,
    caller,
  }: { request: FastifyRequest; reply: FastifyReply; caller: Caller | undefined },
): Db {
  if (!follower || !mayLag) return db
  const hasRecentChange = readCookie(request, cookies.changed) !== undefined
  const isService = caller?.kind === 'service'
  const measurement = lastMeasurement
  const usesFollower =
    measurement !== undefined && lagMs() <= maxLagMs && !hasRecentChange && !isService
  reads.inc({ answered_by: usesFollower ? 'follower' : 'primary' })
  if (!usesFollower) return db
  reply.header(listHeaders.asOf, measurement.asOf.toISOString())
  return follower
}

/** Sets the cookie that makes this browser read from the primary for `changeSeconds` after a change. */
export function noteChange({ method }: Endpoint, reply: FastifyReply): void {
  if (!follower || method === 'GET') return
  reply.setCookie(cookies.changed, '1', { ...cookieOptions, maxAge: changeSeconds })
}

/** Measures the lag immediately and every two seconds, and logs if the follower becomes unusable or usable. */
export async function watchFollower(): Promise<{ stop: () => Promise<void> }> {
  if (!follower || !measuringPools) return { stop: async () => undefined }
  const check = () => checkFollower(measuringPools)
  await check()
  const polling = follow('the follower', measureEveryMs, check)
  return {
    stop: async () => {
      polling.stop()
      await Promise.all(
        [follower, measuringPools.primary, measuringPools.follower].map((pool) => pool.end()),
      )
    },
  }
}

function openFollower(url: string): Follower {
  return Object.assign(createPool(url, config.databasePool), {
    isForPrimary: (error: unknown) => {
      if (isOverload(error)) return false
      // After a broken connection, the follower is not used until the next successful measurement.
      if (!(error instanceof pg.DatabaseError)) lastMeasurement = undefined
      return true
    },
  })
}

/**
 * Returns true if the follower is reachable but a statement takes too long or all its connections are in use. Such load
 * must not move to the primary.
 */
function isOverload(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string }
  if (code === '57014') return true
  return (
    lastMeasurement !== undefined &&
    /^(timeout exceeded when trying to connect|Query read timeout)$/.test(message)
  )
}

async function checkFollower(pools: Record<'primary' | 'follower', pg.Pool>): Promise<void> {
  const now = await writeHeartbeat(pools.primary).catch(() => undefined)
  // Without the primary nothing can be measured, and the last measurement expires.
  if (now === undefined) return
  const fault = await measure(pools.follower, now).catch((error: Error) => {
    lastMeasurement = undefined
    return `does not answer (${error.message})`
  })
  if (fault !== undefined && !hasFault)
    logger.warn(`DATABASE_READ_URL ${fault}: DATABASE_URL is used instead`)
  if (fault === undefined && hasFault) logger.info('DATABASE_READ_URL is used again')
  hasFault = fault !== undefined
}

/**
 * Writes the time into the row from which the lag is measured, at most once a second for all processes. Returns the
 * time, by the primary's clock.
 */
async function writeHeartbeat(primary: pg.Pool): Promise<Date | undefined> {
  return scalar<Date>(primary)`
    with beaten as (
      update replication_beat set beat_at = clock_timestamp()
      where beat_at < clock_timestamp() - interval '1 second' and ${withoutDurability}
    )
    select clock_timestamp()`
}

/** Measures the lag. Returns why the follower cannot be used, or undefined. */
async function measure(pool: pg.Pool, now: Date): Promise<string | undefined> {
  const measuredAt = performance.now()
  const { rows } = await pool.query<{ is_follower: boolean; beat_at: Date }>(
    'select pg_is_in_recovery() as is_follower, (select beat_at from replication_beat)',
  )
  const [{ is_follower: isFollower, beat_at: asOf } = { is_follower: false, beat_at: now }] = rows
  lastMeasurement = isFollower
    ? { asOf, lagMs: Math.max(0, Number(now) - Number(asOf)), measuredAt }
    : undefined
  if (!lastMeasurement) return 'accepts writes, so it is not a follower'
  if (lagMs() > maxLagMs) return `is ${Math.round(lagMs() / 1000)} seconds behind`
  lastUsableAt = measuredAt
  return undefined
}

function lagMs(): number {
  return lastMeasurement
    ? lastMeasurement.lagMs + performance.now() - lastMeasurement.measuredAt
    : performance.now() - lastUsableAt
}
