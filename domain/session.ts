import { randomUUIDv7 } from 'node:crypto'
import type { Sql } from 'sql-template-tag'
import type { Locale } from '#contract/locale.ts'
import type { Origin } from '#server/caller.ts'
import { row, rows, run, sql, transaction, type Db, type Transaction } from '#server/db.ts'
import { randomToken, tokenHash } from '#server/secret.ts'
import { clearFailures } from './rate-limit.ts'
import { browserName, rememberBrowser, sendNewBrowserMail } from './known-browser.ts'
import { endPlatformSessions } from './platform-session.ts'
import { recordLogin } from './user.ts'

/** Both by the database's clock (requirement LI-03). */
const idle = sql`interval '15 minutes'`
const absolute = sql`interval '12 hours'`
/** Being seen is written at most this often. */
const seenEvery = sql`interval '30 seconds'`

export type LiveSession = {
  id: string
  userId: string
  expiresAt: Date
  isSeenLongAgo: boolean
}

export type Session = LiveSession & {
  permissions: string[]
  preferredLanguage: Locale
  /** When the login was completed, and what it was proven by. */
  createdAt: Date
  methods: string[]
}

type NewSession = { userId: string; origin: Origin; methods: readonly string[] }
export type StartedSession = { id: string; token: string; expiresAt: Date; browserToken?: string }

/**
 * Opens a session; undefined when the person or her company was deactivated meanwhile. Every way of logging
 * in ends here: its browser is known from now on, what was counted against it is forgotten.
 */
export async function startSession(
  tx: Transaction,
  about: NewSession,
): Promise<StartedSession | undefined> {
  if (!(await recordLogin(tx, about.userId))) return undefined
  const token = randomToken()
  const started = await row<{ id: string; expiresAt: Date }>(
    tx,
    sql`
    insert into sessions (id, user_id, token_hash, browser, ip_address, methods, expires_at)
    select ${randomUUIDv7()}, u.id, ${tokenHash(token)}, ${browserName(about.origin.userAgent)},
           ${about.origin.ipAddress}, ${about.methods}, now() + ${absolute}
    from users u left join partners p on p.id = u.partner_id
    where u.id = ${about.userId} and u.active and coalesce(p.active, true)
    returning id, least(expires_at, last_seen_at + ${idle}) as expires_at`,
  )
  if (!started) return undefined
  const browser = await rememberBrowser(tx, about)
  await clearFailures(tx, about.userId, browser.id)
  if (browser.isNew) await sendNewBrowserMail(tx, about)
  return { ...started, token, browserToken: browser.token }
}

/** What makes a session live: not idle, not too old, of a person and company that are active. */
const isLive = sql`
  s.last_seen_at > now() - ${idle} and s.expires_at > now()
  and u.active and coalesce(p.active, true)`

/** The same rule for statements elsewhere, about rows that hang on a session. */
export function sessionIsLive(sessionId: Sql): Sql {
  return sql`exists (
    select from sessions s join users u on u.id = s.user_id left join partners p on p.id = u.partner_id
    where s.id = ${sessionId} and ${isLive})`
}

/** Whether being seen is worth writing down again, for statements about rows that hang on a session. */
export function isSeenLongAgo(sessionId: Sql): Sql {
  return sql`exists (
    select from sessions s
    where s.id = ${sessionId} and s.last_seen_at < now() - ${seenEvery})`
}

/** A living session `s` of a person `u` and her company `p`, for statements here and elsewhere. */
export const liveSession = {
  columns: sql`
    s.id, s.user_id, least(s.expires_at, s.last_seen_at + ${idle}) as expires_at,
    s.last_seen_at < now() - ${seenEvery} as is_seen_long_ago`,
  from: sql`
    sessions s join users u on u.id = s.user_id left join partners p on p.id = u.partner_id`,
  where: isLive,
}

/** The living session of a cookie. */
export function findSession(db: Db, token: string): Promise<Session | undefined> {
  return row<Session>(
    db,
    sql`
    select ${liveSession.columns}, u.permissions, u.preferred_language, s.created_at, s.methods
    from ${liveSession.from}
    where s.token_hash = ${tokenHash(token)} and ${liveSession.where}`,
  )
}

/** Notes that a session is in use; when it ends from now on. */
export async function recordActivity(db: Db, id: string): Promise<Date | undefined> {
  const seen = await row<{ expiresAt: Date }>(
    db,
    sql`
    update sessions set last_seen_at = now()
    where id = ${id} and last_seen_at > now() - ${idle} and expires_at > now()
    returning least(expires_at, last_seen_at + ${idle}) as expires_at`,
  )
  return seen?.expiresAt
}

/** Finds the session of a browser's cookie and counts the request as its activity. */
export async function findActiveSession(
  db: Db,
  token: string | undefined,
): Promise<Session | undefined> {
  const session = token === undefined ? undefined : await findSession(db, token)
  if (session?.isSeenLongAgo) await recordActivity(db, session.id)
  return session
}

/** By what the login of a session was proven (RFC 8176). */
export async function findMethods(db: Db, id: string): Promise<string[]> {
  const found = await row<{ methods: string[] }>(
    db,
    sql`select methods from sessions where id = ${id}`,
  )
  return found?.methods ?? []
}

export type OpenSession = {
  id: string
  browser: string
  ipAddress: string
  createdAt: Date
  lastSeenAt: Date
}

export function listSessions(db: Db, userId: string): Promise<OpenSession[]> {
  return rows<OpenSession>(
    db,
    sql`
    select id, browser, ip_address, created_at, last_seen_at from sessions
    where user_id = ${userId} and last_seen_at > now() - ${idle} and expires_at > now()
    order by last_seen_at desc`,
  )
}

/**
 * Ends a session, whatever the cause: the row, with it the grants, codes and tokens of every platform, and
 * one notice for each platform that it led to. False when it had ended already.
 */
export function endSession(db: Db, id: string): Promise<boolean> {
  return transaction(db, async (tx) => {
    const ended = await run(tx, sql`delete from sessions where id = ${id}`)
    await endPlatformSessions(tx, id)
    return ended === 1
  })
}

/** Ends all sessions of a person, here and on the platforms, except one where one is to stay; how many. */
export async function endSessionsOf(
  tx: Transaction,
  userId: string,
  { except }: { except?: string } = {},
): Promise<number> {
  // All of them are locked, in one order: two sessions that end each other do not wait for each other.
  const open = await rows<{ id: string }>(
    tx,
    sql`select id from sessions where user_id = ${userId} order by id for update`,
  )
  const ending = open.filter(({ id }) => id !== except)
  for (const { id } of ending) await endSession(tx, id)
  return ending.length
}

/** Ends what nobody can use any more, so that the platforms hear of it; some at a time, and how many. */
export async function expireSessions(db: Db): Promise<number> {
  const idleOnes = await rows<{ id: string }>(
    db,
    sql`
    select id from sessions
    where last_seen_at <= now() - ${idle} or expires_at <= now()
    limit 500`,
  )
  for (const { id } of idleOnes) await endSession(db, id)
  return idleOnes.length
}

/**
 * Gives a session a new token in the place of the present one. Undefined when it has ended meanwhile, or
 * another call was faster: of any number of parallel tries exactly one is given a token.
 */
export async function rotateSession(
  tx: Transaction,
  { id, token }: { id: string; token: string },
): Promise<StartedSession | undefined> {
  const fresh = randomToken()
  const rotated = await row<{ id: string; expiresAt: Date }>(
    tx,
    sql`
    update sessions set token_hash = ${tokenHash(fresh)}
    where id = ${id} and token_hash = ${tokenHash(token)}
    returning id, least(expires_at, last_seen_at + ${idle}) as expires_at`,
  )
  return rotated && { ...rotated, token: fresh }
}
