import { randomUUIDv7 } from 'node:crypto'
import type { Locale } from '#contract/locale.ts'
import type { Role } from '#contract/permission.ts'
import type { Origin } from '#server/caller.ts'
import { row, run, sql, type Db, type Transaction } from '#server/db.ts'
import { randomToken, tokenHash } from '#server/secret.ts'
import { recordAdminLogin } from './admin.ts'
import { clearFailures } from './rate-limit.ts'
import { browserName, rememberBrowser } from './known-browser.ts'
import { enqueueMail } from './mail.ts'
import type { StartedSession } from './session.ts'

/** Both by the database's clock (requirement LI-03). */
const idle = '15 minutes'
const absolute = '8 hours'
/** Being seen is written at most this often. */
const seenEvery = '30 seconds'
/** How long a code that was shown counts as fresh. */
const fresh = '5 minutes'

export type AdminSession = {
  id: string
  adminId: string
  roles: Role[]
  expiresAt: Date
  stepUpAt: Date | null
  hasRecentStepUp: boolean
  isSeenLongAgo: boolean
}

type NewSession = {
  adminId: string
  origin: Origin
  methods: readonly string[]
  /** A code, or the identity provider's word, of this very moment. */
  isFresh: boolean
}

/** Opens a session; undefined when the admin was deactivated meanwhile. Every way of logging in ends here. */
export async function startAdminSession(
  tx: Transaction,
  { adminId, origin, methods, isFresh }: NewSession,
): Promise<StartedSession | undefined> {
  const token = randomToken()
  const started = await row<{ id: string; expiresAt: Date }>(
    tx,
    sql`
    insert into admin_sessions
      (id, admin_id, token_hash, browser, ip_address, methods, step_up_at, expires_at)
    select ${randomUUIDv7()}, a.id, ${tokenHash(token)}, ${browserName(origin.userAgent)},
           ${origin.ipAddress}, ${methods}, case when ${isFresh}::boolean then now() end,
           now() + ${absolute}::interval
    from admins a where a.id = ${adminId} and a.active
    returning id, least(expires_at, last_seen_at + ${idle}::interval) as expires_at`,
  )
  if (!started) return undefined
  const browser = await rememberBrowser(tx, { userId: adminId, origin })
  if (browser.isNew) await tellOfNewBrowser(tx, { adminId, origin })
  await clearFailures(tx, adminId, browser.id)
  await recordAdminLogin(tx, adminId)
  return { ...started, token, browserToken: browser.token }
}

/** Not of the first login of all, with which she was set up. */
async function tellOfNewBrowser(
  tx: Transaction,
  { adminId, origin }: Pick<NewSession, 'adminId' | 'origin'>,
): Promise<void> {
  const admin = await row<{ email: string; preferredLanguage: Locale; now: Date }>(
    tx,
    sql`
    select email, preferred_language, now() from admins
    where id = ${adminId} and last_login_at is not null`,
  )
  if (!admin) return
  await enqueueMail(tx, {
    kind: 'admin-new-sign-in',
    to: admin.email,
    language: admin.preferredLanguage,
    userId: adminId,
    data: {
      at: admin.now.toISOString(),
      browser: browserName(origin.userAgent),
      ipAddress: origin.ipAddress,
    },
  })
}

/** The living session of a cookie. */
export function findAdminSession(db: Db, token: string): Promise<AdminSession | undefined> {
  return row<AdminSession>(
    db,
    sql`
    select s.id, s.admin_id, least(s.expires_at, s.last_seen_at + ${idle}::interval) as expires_at,
           s.step_up_at, coalesce(s.step_up_at > now() - ${fresh}::interval, false) as has_recent_step_up,
           s.last_seen_at < now() - ${seenEvery}::interval as is_seen_long_ago,
           array(select r.role from admin_roles r where r.admin_id = a.id) as roles
    from admin_sessions s join admins a on a.id = s.admin_id
    where s.token_hash = ${tokenHash(token)} and a.active
      and s.last_seen_at > now() - ${idle}::interval and s.expires_at > now()`,
  )
}

/** Notes that a session is in use; when it ends from now on. */
export async function recordAdminActivity(db: Db, id: string): Promise<Date | undefined> {
  const seen = await row<{ expiresAt: Date }>(
    db,
    sql`
    update admin_sessions set last_seen_at = now()
    where id = ${id} and last_seen_at > now() - ${idle}::interval and expires_at > now()
    returning least(expires_at, last_seen_at + ${idle}::interval) as expires_at`,
  )
  return seen?.expiresAt
}

/** From now on deeds that want a fresh code are open to this session for a while. */
export async function recordStepUp(db: Db, id: string): Promise<void> {
  await run(db, sql`update admin_sessions set step_up_at = now() where id = ${id}`)
}

/** False when it had ended already. */
export async function endAdminSession(db: Db, id: string): Promise<boolean> {
  return (await run(db, sql`delete from admin_sessions where id = ${id}`)) === 1
}

/** How many there were. */
export function endAdminSessionsOf(db: Db, adminId: string): Promise<number> {
  return run(db, sql`delete from admin_sessions where admin_id = ${adminId}`)
}
