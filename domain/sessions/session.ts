import { randomUUIDv7 } from 'node:crypto'
import type { Sql } from 'sql-template-tag'
import type { Locale } from '#contract/locale.ts'
import type { CompanyRole } from '#contract/permission.ts'
import type { SessionEnd } from '#contract/session.ts'
import type { Origin } from '#server/caller.ts'
import { config } from '#server/config.ts'
import {
  affects,
  row,
  rows,
  scalar,
  scalars,
  sql,
  transaction,
  type Db,
  type Transaction,
} from '#server/db.ts'
import { randomToken, tokenHash } from '#server/secret.ts'
import { companyRolesOf } from '../companies/company-role.ts'
import { activityInterval } from './activity-interval.ts'
import { browserName } from './browser-name.ts'
import { rememberBrowser } from './known-browser.ts'
import { endPlatformSessions } from '../platforms/platform-session.ts'
import { rememberReplacedToken, rememberTokenOf } from './replaced-token.ts'
import { selectRecordedEnd, withRecordedEnds } from './session-end.ts'
import { recordLogin } from '../accounts/user-login.ts'

/** Idle and absolute timeout, by the database's clock (LI-03). */
export const idle = sql`make_interval(mins => ${config.sessionIdleMinutes})`
const absolute = sql`make_interval(hours => ${config.sessionHours})`

export type LiveSession = {
  id: string
  userId: string
  expiresAt: Date
  /** True if the activity should be recorded again. */
  isSeenLongAgo: boolean
}

export type Session = LiveSession & {
  permissions: string[]
  companyRoles: CompanyRole[]
  preferredLanguage: Locale
  /** Time of the first login. */
  createdAt: Date
  /** Authentication methods of the last complete login (RFC 8176). */
  methods: string[]
  /** Time of the login or of the last step-up authentication. */
  verifiedAt: Date
  /** Methods verified at that time; empty after a login that verified nothing. */
  verifiedMethods: string[]
  /** Minutes since `verifiedAt`, by the database's clock. */
  minutesSinceVerified: number
  /** Time of the last complete login in this session; the first one, unless the session was renewed. */
  loginAt: Date
  /** Time of the database when the session was read. */
  readAt: Date
}

export type NewSession = {
  accountId: string
  origin: Origin
  methods: readonly string[]
  /** True for a login by a mailed link, the sandbox or a setup, which does not count as step-up authentication. */
  isUnverified?: boolean
  /** Id of the user's own session in this browser, which the login renews. */
  renewedId?: string | undefined
}
export type StartedSession = { id: string; token: string; expiresAt: Date; browserToken?: string }

/**
 * Starts a session at the end of every kind of login. Makes the browser known and resets the failures of account and
 * browser. Returns undefined if the user or the company is inactive.
 */
export async function startSession(
  tx: Transaction,
  login: NewSession,
): Promise<StartedSession | undefined> {
  const { accountId, origin, methods, isUnverified = false, renewedId } = login
  if (!(await recordLogin(tx, accountId))) return undefined
  const token = randomToken()
  if (renewedId !== undefined) {
    const renewed = await renewSession(tx, login, { id: renewedId, token })
    if (renewed) return { ...renewed, token, browserToken: await rememberBrowser(tx, login) }
  }
  const started = await row<{ id: string; expiresAt: Date }>(tx)`
    insert into sessions
      (id, user_id, token_hash, browser, ip_address, methods, verified_methods, expires_at)
    select ${randomUUIDv7()}, u.id, ${tokenHash(token)}, ${browserName(origin.userAgent)},
           ${origin.ipAddress}, ${methods}, ${isUnverified ? [] : methods}, now() + ${absolute}
    from users u left join partners p on p.id = u.partner_id
    where u.id = ${accountId} and u.active and coalesce(p.active, true)
    returning id, least(expires_at, last_seen_at + ${idle}) as expires_at`
  return started && { ...started, token, browserToken: await rememberBrowser(tx, login) }
}

/**
 * Renews the session in which its own user has completed a login. Its id and the platforms that it opened stay;
 * everything else is as in a new session. Returns undefined if it has ended in the meantime.
 */
async function renewSession(
  tx: Transaction,
  { accountId, origin, methods, isUnverified }: NewSession,
  { id, token }: { id: string; token: string },
): Promise<{ id: string; expiresAt: Date } | undefined> {
  const verifiedMethods = isUnverified ? [] : methods
  await rememberTokenOf(tx, id)
  return row<{ id: string; expiresAt: Date }>(tx)`
    update sessions s
    set token_hash = ${tokenHash(token)}, browser = ${browserName(origin.userAgent)},
        ip_address = ${origin.ipAddress}, methods = ${methods}, login_at = now(), verified_at = now(),
        verified_methods = ${verifiedMethods}, last_seen_at = now(), coarse_seen_at = now(),
        expires_at = now() + ${absolute}
    from users u left join partners p on p.id = u.partner_id
    where s.id = ${id} and s.user_id = ${accountId} and u.id = s.user_id and ${isLive}
    returning s.id, least(s.expires_at, s.last_seen_at + ${idle}) as expires_at`
}

/** SQL condition: user `u` and company `p` are active, and the company has been since session `s` began. */
const isOfActive = sql`u.active and coalesce(p.active, true) and coalesce(s.created_at > p.sessions_after, true)`

/** SQL condition: the session `s` has not reached a timeout, and user `u` and company `p` are active. */
const isLive = sql`s.last_seen_at > now() - ${idle} and s.expires_at > now() and ${isOfActive}`

/** SQL for the timeout that session `s` has reached. */
export const timeoutOf = sql`case when s.expires_at <= now() then 'endedExpired' else 'endedIdle' end`

/** Returns an SQL condition: the session is live. For statements about rows that belong to a session. */
export function sessionIsLive(sessionId: Sql): Sql {
  return sql`exists (
    select from ${liveSession.from} where s.id = ${sessionId} and ${isLive})`
}

const wasSeenLongAgo = sql`s.last_seen_at < now() - ${activityInterval(config.sessionIdleMinutes)}`

/** Returns an SQL condition: the session's activity has to be written again. For rows that belong to a session. */
export function isSeenLongAgo(sessionId: Sql): Sql {
  return sql`exists (select from sessions s where s.id = ${sessionId} and ${wasSeenLongAgo})`
}

/** SQL parts of statements about live sessions `s` with their user `u` and company `p`. */
export const liveSession = {
  columns: sql`
    s.id, s.user_id, least(s.expires_at, s.last_seen_at + ${idle}) as expires_at,
    ${wasSeenLongAgo} as is_seen_long_ago`,
  isSeenLongAgo: wasSeenLongAgo,
  from: sql`sessions s join users u on u.id = s.user_id left join partners p on p.id = u.partner_id`,
  where: isLive,
}

/** Columns for what the user has verified in session `s`, and when. */
export const proofColumns = sql`
  s.methods, s.verified_at, s.verified_methods, coalesce(s.login_at, s.created_at) as login_at, now() as read_at`

/** Columns of a `Session`. */
export const sessionColumns = sql`
  ${liveSession.columns}, u.permissions, ${companyRolesOf} as company_roles, u.preferred_language,
  s.created_at, ${proofColumns},
  (extract(epoch from now() - s.verified_at) / 60)::float8 as minutes_since_verified`

/** Token in a session's cookie, or the session's id if the token was replaced a moment ago. */
export type SessionKey = { token: string } | { id: string }

/** Returns an SQL condition: session `s` has this token or id. */
export function hasKey(key: SessionKey): Sql {
  return 'id' in key ? sql`s.id = ${key.id}` : sql`s.token_hash = ${tokenHash(key.token)}`
}

/** Returns a live session; undefined for one that has ended or reached a timeout. */
export function findSession(db: Db, key: SessionKey): Promise<Session | undefined> {
  return row<Session>(db)`
    select ${sessionColumns}
    from ${liveSession.from}
    where ${hasKey(key)} and ${liveSession.where}`
}

/** Returns the authentication methods of the session's login (RFC 8176); empty for an ended session. */
export async function findMethods(db: Db, id: string): Promise<string[]> {
  return (await scalar<string[]>(db)`select methods from sessions where id = ${id}`) ?? []
}

export type OpenSession = {
  id: string
  browser: string
  ipAddress: string
  loginTime: Date
  lastSeen: Date
}

/** Returns the user's sessions that have not reached a timeout, latest activity first. */
export function listSessions(db: Db, userId: string): Promise<OpenSession[]> {
  return rows<OpenSession>(db)`
    select id, browser, ip_address, coalesce(login_at, created_at) as login_time, last_seen_at as last_seen
    from sessions
    where user_id = ${userId} and last_seen_at > now() - ${idle} and expires_at > now()
    order by last_seen_at desc`
}

/**
 * Ends a session with all its grants, codes and tokens, and queues a back-channel logout for each platform that it
 * opened. With `reason`, the browser can show why. Returns false if the session has already ended.
 */
export function endSession(db: Db, id: string, reason?: SessionEnd): Promise<boolean> {
  const deletion = sql`delete from sessions where id = ${id}`
  return transaction(db, async (tx) => {
    const isEnded = await affects(tx)`${reason ? withRecordedEnds(deletion, reason) : deletion}`
    await endPlatformSessions(tx, id)
    return isEnded
  })
}

/** Prevents a session from ending until the transaction ends. Returns false if it has already ended. */
export function lockSession(tx: Transaction, id: string): Promise<boolean> {
  return affects(tx)`select from sessions where id = ${id} for key share`
}

/** Ends all sessions of a user except the one with id `exceptId`, here and on the platforms; returns their number. */
export async function endSessionsOf(
  tx: Transaction,
  userId: string,
  reason: SessionEnd = 'endedElsewhere',
  exceptId?: string,
): Promise<number> {
  // Locked in a fixed order, so that two sessions that end each other cannot deadlock.
  const open = await scalars<string>(tx)`
    select id from sessions where user_id = ${userId} order by id for update`
  const ending = open.filter((id) => id !== exceptId)
  for (const id of ending) await endSession(tx, id, reason)
  return ending.length
}

/** Returns why the session of this token has ended; undefined if its browser ended it, and for an unknown token. */
export function findSessionEnd(db: Db, token: string): Promise<SessionEnd | undefined> {
  const hash = tokenHash(token)
  return scalar<SessionEnd>(db)`
    ${selectRecordedEnd(hash)}
    union all
    select case when ${isOfActive} then ${timeoutOf} else 'endedInactive' end
    from ${liveSession.from}
    where s.token_hash = ${hash}
    limit 1`
}

/**
 * Replaces the token of a session, and with `methods` records a step-up authentication by them. Atomic: only one of any
 * number of concurrent calls gets a token; the others, and calls for an ended session, get undefined.
 */
export async function rotateSession(
  tx: Transaction,
  { id, token }: { id: string; token: string },
  methods: readonly string[] | null = null,
): Promise<(StartedSession & { verifiedAt: Date }) | undefined> {
  const newToken = randomToken()
  const rotated = await row<{ id: string; expiresAt: Date; verifiedAt: Date }>(tx)`
    update sessions set token_hash = ${tokenHash(newToken)},
        verified_at = case when ${methods}::text[] is null then verified_at else now() end,
        verified_methods = coalesce(${methods}::text[], verified_methods)
    where id = ${id} and token_hash = ${tokenHash(token)}
    returning id, least(expires_at, last_seen_at + ${idle}) as expires_at, verified_at`
  if (!rotated) return undefined
  await rememberReplacedToken(tx, { id, token })
  return { ...rotated, token: newToken }
}
