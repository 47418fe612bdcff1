import { randomUUIDv7 } from 'node:crypto'
import type { Sql } from 'sql-template-tag'
import type { Role } from '#contract/permission.ts'
import type { SessionEnd } from '#contract/session.ts'
import { config } from '#server/config.ts'
import {
  affects,
  batchSize,
  row,
  rows,
  run,
  runInBatches,
  scalar,
  sql,
  type Db,
  type Transaction,
} from '#server/db.ts'
import { randomToken, tokenHash } from '#server/secret.ts'
import { isAdminActive, recordAdminLogin } from '../accounts/admin.ts'
import { activityInterval } from './activity-interval.ts'
import { browserName } from './browser-name.ts'
import { rememberBrowser } from './known-browser.ts'
import { rememberReplacedToken } from './replaced-token.ts'
import { selectRecordedEnd, withRecordedEnds } from './session-end.ts'
import {
  hasKey,
  type NewSession,
  type OpenSession,
  type SessionKey,
  type StartedSession,
} from './session.ts'

/** Idle and absolute timeout, by the database's clock (LI-03). */
const idle = `${config.adminSessionIdleMinutes} minutes`
const absolute = `${config.adminSessionHours} hours`

export type AdminSession = {
  id: string
  accountId: string
  roles: Role[]
  /** True while the admin is suspended and has fewer permissions. */
  isSuspended: boolean
  /** Authentication methods (RFC 8176); those of the latest step-up authentication are last. */
  methods: string[]
  expiresAt: Date
  /** Null without a step-up authentication. */
  minutesSinceStepUp: number | null
  /** True if the activity should be recorded again. */
  isSeenLongAgo: boolean
}

/**
 * Starts a session at the end of every kind of admin login. With `isFresh`, the login counts as step-up authentication;
 * the default is true if a verified second factor was used, so that a login that ends with a set-up does not count.
 * Returns undefined if the admin is deactivated.
 */
export async function startAdminSession(
  tx: Transaction,
  login: NewSession & { isFresh?: boolean },
): Promise<StartedSession | undefined> {
  const { accountId, origin, methods, isUnverified = false } = login
  const hasSecondFactor = methods.some((each) => ['otp', 'hwk', 'swk'].includes(each))
  const { isFresh = hasSecondFactor && !isUnverified } = login
  const token = randomToken()
  const session = await row<{ id: string; expiresAt: Date }>(tx)`
    insert into admin_sessions
      (id, admin_id, token_hash, browser, ip_address, methods, step_up_at, expires_at)
    select ${randomUUIDv7()}, a.id, ${tokenHash(token)}, ${browserName(origin.userAgent)},
           ${origin.ipAddress}, ${methods}, case when ${isFresh}::boolean then now() end,
           now() + ${absolute}::interval
    from admins a where a.id = ${accountId} and a.active
    returning id, least(expires_at, last_seen_at + ${idle}::interval) as expires_at`
  if (!session) return undefined
  const browserToken = await rememberBrowser(tx, login)
  await recordAdminLogin(tx, accountId)
  return { ...session, token, browserToken }
}

/** Returns a session, or undefined if it has ended, has reached a timeout, or its admin is deactivated. */
export function findAdminSession(db: Db, key: SessionKey): Promise<AdminSession | undefined> {
  return row<AdminSession>(db)`
    select s.id, s.admin_id as account_id, least(s.expires_at, s.last_seen_at + ${idle}::interval) as expires_at,
           (extract(epoch from now() - s.step_up_at) / 60)::float8 as minutes_since_step_up,
           s.last_seen_at < now() - ${activityInterval(config.adminSessionIdleMinutes)} as is_seen_long_ago,
           not ${isAdminActive} as is_suspended, s.methods,
           array(select r.role from admin_roles r where r.admin_id = a.id) as roles
    from admin_sessions s join admins a on a.id = s.admin_id
    where ${hasKey(key)} and a.active
      and s.last_seen_at > now() - ${idle}::interval and s.expires_at > now()`
}

/**
 * Restarts the idle timeout. Returns the time at which the session will end without further activity, or undefined if
 * it has already ended.
 */
export function recordAdminActivity(db: Db, id: string): Promise<Date | undefined> {
  return scalar<Date>(db)`
    update admin_sessions set last_seen_at = now()
    where id = ${id} and last_seen_at > now() - ${idle}::interval and expires_at > now()
    returning least(expires_at, last_seen_at + ${idle}::interval)`
}

type CurrentToken = { id: string; token: string }

/**
 * Records a step-up authentication, which permits the actions that require one, and replaces the token, so that a
 * copied token does not permit them. Moves or adds `methods` (RFC 8176) to the end of those of the session. Atomic: of
 * any number of concurrent calls with one token exactly one succeeds; the others return undefined, as does a call for
 * an ended session.
 */
export function recordStepUp(
  tx: Transaction,
  key: CurrentToken,
  methods: readonly string[],
): Promise<StartedSession | undefined> {
  const others = sql`array(
    select method from unnest(admin_sessions.methods) with ordinality as each (method, position)
    where method <> all (${methods}::text[]) order by position)`
  return rotate(tx, key, sql`step_up_at = now(), methods = ${others} || ${methods}::text[],`)
}

/**
 * Replaces the token of a session. Atomic: of any number of concurrent calls with one token exactly one succeeds; the
 * others return undefined, as does a call for an ended session.
 */
export function rotateAdminSession(
  tx: Transaction,
  key: CurrentToken,
): Promise<StartedSession | undefined> {
  return rotate(tx, key, sql``)
}

async function rotate(
  tx: Transaction,
  { id, token }: CurrentToken,
  change: Sql,
): Promise<StartedSession | undefined> {
  const newToken = randomToken()
  const rotated = await row<{ id: string; expiresAt: Date }>(tx)`
    update admin_sessions set ${change} token_hash = ${tokenHash(newToken)}
    where id = ${id} and token_hash = ${tokenHash(token)}
    returning id, least(expires_at, last_seen_at + ${idle}::interval) as expires_at`
  if (!rotated) return undefined
  await rememberReplacedToken(tx, { id, token })
  return { ...rotated, token: newToken }
}

/** Lists the sessions of an admin that have not reached a timeout, the most recently used first. */
export function listAdminSessions(db: Db, adminId: string): Promise<OpenSession[]> {
  return rows<OpenSession>(db)`
    select id, browser, ip_address, created_at as login_time, last_seen_at as last_seen
    from admin_sessions
    where admin_id = ${adminId} and last_seen_at > now() - ${idle}::interval and expires_at > now()
    order by last_seen_at desc`
}

/**
 * Locks a session, so that it cannot end before the transaction does, and returns its authentication methods (RFC
 * 8176). Returns undefined if it has already ended.
 */
export function lockAdminSession(tx: Transaction, id: string): Promise<string[] | undefined> {
  return scalar<string[]>(tx)`select methods from admin_sessions where id = ${id} for key share`
}

/** Ends a session. Returns false if it has already ended. */
export function endAdminSession(db: Db, id: string): Promise<boolean> {
  return affects(db)`delete from admin_sessions where id = ${id}`
}

/** Ends one session of an admin. Returns false for another admin's session and for an unknown or malformed id. */
export async function endAdminSessionOf(
  db: Db,
  adminId: string,
  id: string,
  reason: SessionEnd,
): Promise<boolean> {
  const deletion = sql`delete from admin_sessions where admin_id = ${adminId} and id::text = ${id}`
  return (await run(db)`${withRecordedEnds(deletion, reason)}`) > 0
}

/** Ends all sessions of an admin except the one with id `exceptId`. Returns the number of sessions ended. */
export function endAdminSessionsOf(
  db: Db,
  adminId: string,
  reason: SessionEnd,
  exceptId?: string,
): Promise<number> {
  const others = exceptId === undefined ? sql`true` : sql`id <> ${exceptId}`
  const deletion = sql`delete from admin_sessions where admin_id = ${adminId} and ${others}`
  return run(db)`${withRecordedEnds(deletion, reason)}`
}

/** Ends the sessions of all admins. Returns their number. */
export function endAllAdminSessions(db: Db, reason: SessionEnd): Promise<number> {
  return run(db)`${withRecordedEnds(sql`delete from admin_sessions`, reason)}`
}

/** SQL for the timeout that admin session `s` has reached. */
const timeoutOf = sql`case when s.expires_at <= now() then 'endedExpired' else 'endedIdle' end`

/** Ends the sessions that reached a timeout; returns their number. Skips sessions that are locked. */
export function expireAdminSessions(db: Db): Promise<number> {
  const timedOut = sql`select ctid from admin_sessions
    where last_seen_at <= now() - ${idle}::interval or expires_at <= now()
    limit ${batchSize} for update skip locked`
  const deletion = sql`delete from admin_sessions s where ctid = any(array(${timedOut}))`
  return runInBatches(() => run(db)`${withRecordedEnds(deletion, timeoutOf)}`)
}

/**
 * Returns the reason why the session of this token ended. Returns undefined if the admin logged out in that browser,
 * and for an unknown token.
 */
export function findAdminSessionEnd(db: Db, token: string): Promise<SessionEnd | undefined> {
  const hash = tokenHash(token)
  return scalar<SessionEnd>(db)`
    ${selectRecordedEnd(hash)}
    union all
    select case when a.active then ${timeoutOf} else 'endedInactive' end
    from admin_sessions s join admins a on a.id = s.admin_id
    where s.token_hash = ${hash}
    limit 1`
}
