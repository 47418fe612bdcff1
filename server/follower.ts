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

const everyMs = 2_000
const maxLagMs = 10_000

/** What the follower held when it was last asked: everything up to this time of the primary. */
type Measured = { asOf: Date; lagMs: number; at: number }

const follower = config.databaseReadUrl === undefined ? undefined : open(config.databaseReadUrl)
/** Connections of its own at the primary and at the follower: a pool that is busy must not look like one that is gone. */
const own = { connectionTimeoutMillis: everyMs, query_timeout: everyMs, maxLifetimeSeconds: 60 }
const measuring = follower && {
  primary: createPool(config.databaseUrl, 1, own),
  follower: createPool(config.databaseReadUrl ?? '', 1, own),
}
let measured: Measured | undefined
let lastGood = performance.now()
let hasFault = false

const reads = counter(
  'portico_follower_reads_total',
  'Calls that a follower may answer, by what answered them',
  ['answered_by'],
)
gaugeOfMany(
  'portico_follower_lag_seconds',
  'How far the follower is behind, or how long it has been gone',
  [],
  async () => (follower ? [{ value: lagMs() / 1000 }] : []),
)

/**
 * Where a call reads from: the follower, if its answer may be seconds old, it is at most ten seconds behind, and the
 * caller has changed nothing within fifteen; then the answer says as of when it is. A service account reads from the
 * primary: it has no cookie that would tell of its own changes.
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
  const isOwnChange = readCookie(request, cookies.changed) !== undefined
  const isService = caller !== undefined && 'kind' in caller && caller.kind === 'service'
  const isFollowed = measured !== undefined && lagMs() <= maxLagMs && !isOwnChange && !isService
  reads.inc({ answered_by: isFollowed ? 'follower' : 'primary' })
  if (!isFollowed || !measured) return db
  reply.header(listHeaders.asOf, measured.asOf.toISOString())
  return follower
}

/** For so long, the browser of this answer reads what it has changed from the primary. */
export function noteChange({ method }: Endpoint, reply: FastifyReply): void {
  if (!follower || method === 'GET') return
  reply.setCookie(cookies.changed, '1', { ...cookieOptions, maxAge: changeSeconds })
}

/** Measures how far the follower is behind, now and every two seconds, and logs when it can no longer be read from. */
export async function watchFollower(): Promise<{ stop: () => Promise<void> }> {
  if (!follower || !measuring) return { stop: async () => undefined }
  const check = () => checkFollower(measuring)
  await check()
  const followed = follow('the follower', everyMs, check)
  return {
    stop: async () => {
      followed.stop()
      await Promise.all([follower, measuring.primary, measuring.follower].map((pool) => pool.end()))
    },
  }
}

function open(url: string): Follower {
  return Object.assign(createPool(url, config.databasePool), {
    isForPrimary: (error: unknown) => {
      if (isTooMuch(error)) return false
      // After a broken connection, the next measurement says whether it can be read from again.
      if (!(error instanceof pg.DatabaseError)) measured = undefined
      return true
    },
  })
}

/** The follower is there, and a statement takes too long or all its connections are in use: the primary must not suffer. */
function isTooMuch(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string }
  if (code === '57014') return true
  return (
    measured !== undefined &&
    /^(timeout exceeded when trying to connect|Query read timeout)$/.test(message)
  )
}

async function checkFollower(pools: Record<'primary' | 'follower', pg.Pool>): Promise<void> {
  const now = await beat(pools.primary).catch(() => undefined)
  // Without the primary nothing can be measured; what was measured grows too old.
  if (now === undefined) return
  const fault = await measure(pools.follower, now).catch((error: Error) => {
    measured = undefined
    return `does not answer (${error.message})`
  })
  if (fault !== undefined && !hasFault)
    logger.warn(`DATABASE_READ_URL ${fault}: DATABASE_URL answers for it`)
  if (fault === undefined && hasFault) logger.info('DATABASE_READ_URL is read from again')
  hasFault = fault !== undefined
}

/** Writes the time into the row that tells the lag. The primary's clock alone counts. */
async function beat(primary: pg.Pool): Promise<Date | undefined> {
  return scalar<Date>(primary)`
    with beaten as (
      update replication_beat set beat_at = clock_timestamp()
      where beat_at < clock_timestamp() - interval '1 second' and ${withoutDurability}
    )
    select clock_timestamp()`
}

/** Returns why the follower cannot be read from. */
async function measure(pool: pg.Pool, now: Date): Promise<string | undefined> {
  const at = performance.now()
  const { rows } = await pool.query<{ is_follower: boolean; beat_at: Date }>(
    'select pg_is_in_recovery() as is_follower, (select beat_at from replication_beat)',
  )
  const [{ is_follower: isFollower, beat_at: asOf } = { is_follower: false, beat_at: now }] = rows
  measured = isFollower ? { asOf, lagMs: Math.max(0, Number(now) - Number(asOf)), at } : undefined
  if (!measured) return 'takes writes, so it is no follower'
  if (lagMs() > maxLagMs) return `is ${Math.round(lagMs() / 1000)} seconds behind`
  lastGood = at
  return undefined
}

function lagMs(): number {
  return measured ? measured.lagMs + performance.now() - measured.at : performance.now() - lastGood
}
