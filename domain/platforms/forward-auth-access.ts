import { randomUUIDv7 } from 'node:crypto'
import type { PlatformAccessState } from '#contract/me.ts'
import type { Locale } from '#contract/locale.ts'
import { createBatchLoader } from '#server/batch-loader.ts'
import {
  affects,
  pool,
  purgeOf,
  row,
  rows,
  run,
  scalar,
  sql,
  withoutDurability,
  type Db,
} from '#server/db.ts'
import { randomToken, tokenHash } from '#server/secret.ts'
import type { Proofs } from './assurance.ts'
import { activityInterval } from '../sessions/activity-interval.ts'
import { liveSession, proofColumns, sessionIsLive } from '../sessions/session.ts'
import type { Subsystem } from './subsystem.ts'
import { platformAccessState } from '../platform-access/platform-access.ts'
import { platformRolesOf } from './platform-role.ts'
import { currentKid } from '../keys/signing-key.ts'

// Access to one platform behind a forward-auth proxy (table platform_access): first a one-time code in the redirect,
// then a token in a cookie of the platform's host. For the rules that permit access, see platform-access.ts.

const codeLifetime = '60 seconds'

type NewAccess = { sessionId: string; subsystemId: string; path: string; stateHash: Buffer }

/** Creates a one-time code bound to the browser that has the state. Returns undefined if the session has ended. */
export async function createAccessCode(db: Db, access: NewAccess): Promise<string | undefined> {
  const { sessionId, subsystemId, path, stateHash } = access
  const code = randomToken()
  const isInserted = await affects(db)`
    insert into platform_access
      (id, session_id, subsystem_id, path, code_hash, state_hash, code_expires_at)
    select ${randomUUIDv7()}, s.id, ${subsystemId}, ${path}, ${tokenHash(code)},
           ${stateHash}, now() + ${codeLifetime}::interval
    from sessions s where s.id = ${sessionId}
    for key share of s`
  return isInserted ? code : undefined
}

/** Returns the platform of a code, even if the code is used or expired; undefined for an unknown code. */
export function findPlatformIdByCode(db: Db, code: string): Promise<string | undefined> {
  return scalar<string>(db)`
    select subsystem_id from platform_access where code_hash = ${tokenHash(code)}`
}

export type ConsumedCode = { token: string; userId: string; path: string }

/**
 * Consumes a code together with its state and returns the access token. Returns undefined for a wrong, used or expired
 * code and if the session has ended. Atomic: of any number of concurrent calls exactly one succeeds.
 */
export async function consumeAccessCode(
  db: Db,
  { code, state }: { code: string; state: string },
): Promise<ConsumedCode | undefined> {
  const token = randomToken()
  const consumed = await row<Omit<ConsumedCode, 'token'>>(db)`
    update platform_access e set token_hash = ${tokenHash(token)}, last_seen_at = now()
    where e.code_hash = ${tokenHash(code)} and e.state_hash = ${tokenHash(state)}
      and e.token_hash is null and e.code_expires_at > now() and ${sessionIsLive(sql`e.session_id`)}
    returning e.path, (select user_id from sessions where id = e.session_id) as user_id`
  return consumed && { ...consumed, token }
}

export type ForwardAuthAccess = Proofs & {
  id: string
  sessionId: string
  /** True if the session's last activity should be updated. */
  isSeenLongAgo: boolean
  /** Current state of the user's access from this IP address; `PlatformAccessState` lists the values. */
  state: PlatformAccessState
  userId: string
  email: string
  firstname: string
  lastname: string
  preferredLanguage: Locale
  timezone: string
  partner: { id: string; name: string } | null
  /** Ids of the user's roles on the platform; null if the platform defines no roles. */
  roles: string[] | null
  /** Authentication class that the platform's registration requires. */
  requiredAcr: Subsystem['requiredAcr']
  /** True if the platform's idle timeout has expired for this token; null if the platform has none. */
  isIdle: boolean | null
  /** True if the last use of this token should be updated; false if the platform has no idle timeout. */
  isUseOld: boolean
  /** Id of the key that signs identities now; null before the first key is created. */
  kid: string | null
}

/** Token of a request to a platform behind a proxy. */
export type AccessToken = {
  token: string
  /** True if the cookie had the `__Host-` prefix, which is required for a platform on https. */
  isSecure: boolean
  subsystemId: string
  ipAddress: string
}

/**
 * Returns the access of each token, in the order of the tokens; undefined for an unknown token and if the session has
 * ended. Runs with every request to a platform, for a batch of requests. Pass only ids that satisfy `isPlatformId`:
 * PostgreSQL rejects some texts, which would fail the whole batch.
 */
export async function findForwardAuthAccesses(
  db: Db,
  tokens: readonly AccessToken[],
): Promise<(ForwardAuthAccess | undefined)[]> {
  // The arrays are subqueries, so that the planner does not know their length and keeps one plan. `limit 1` makes the
  // plan look up each token separately (decision 0022).
  const accesses = await rows<ForwardAuthAccess & { position: number }>(db)`
    select requests.position, access.*, (${currentKid('forward-auth')}) as kid
    from unnest((select ${tokens.map(({ token }) => tokenHash(token))}::bytea[]),
                (select ${tokens.map(({ isSecure }) => isSecure)}::boolean[]),
                (select ${tokens.map(({ subsystemId }) => subsystemId)}::text[]),
                (select ${tokens.map(({ ipAddress }) => ipAddress)}::text[]))
           with ordinality as requests (token_hash, is_secure, subsystem_id, ip_address, position)
    cross join lateral (
      select e.id, s.id as session_id, ${liveSession.isSeenLongAgo} as is_seen_long_ago, (
               select ${platformAccessState(sql`requests.ip_address`)}
               from subsystems s
               left join subsystem_accounts a on a.user_id = u.id and a.subsystem_id = s.id
               where s.id = e.subsystem_id) as state,
             u.id as user_id, u.email, u.firstname, u.lastname, u.preferred_language, u.timezone,
             case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end as partner,
             ${platformRolesOf(sql`e.subsystem_id`)} as roles,
             ${proofColumns}, platform.required_acr,
             ${lastUse} + make_interval(mins => platform.idle_minutes) <= now() as is_idle,
             platform.idle_minutes is not null and ${lastUse} < now() - ${activityInterval(sql`platform.idle_minutes`)} as is_use_old
      from platform_access e
      join subsystems platform on platform.id = e.subsystem_id
      join (${liveSession.from}) on s.id = e.session_id
      where e.token_hash = requests.token_hash and e.subsystem_id = requests.subsystem_id
        and starts_with(platform.entry_origin, 'https:') = requests.is_secure and ${liveSession.where}
      limit 1) as access`
  const results: (ForwardAuthAccess | undefined)[] = tokens.map(() => undefined)
  for (const { position, ...access } of accesses) results[position - 1] = access
  return results
}

const lastUse = sql`coalesce(e.last_seen_at, e.created_at)`

/** Returns the time at which a session's access to a platform ended by its idle timeout; undefined if it has not. */
export async function findAccessIdleSince(
  db: Db,
  { sessionId, subsystemId }: { sessionId: string; subsystemId: string },
): Promise<Date | undefined> {
  const since = sql`max(${lastUse}) + make_interval(mins => min(p.idle_minutes))`
  return scalar<Date>(db)`
    select ${since} from platform_access e join subsystems p on p.id = e.subsystem_id
    where e.session_id = ${sessionId} and p.id = ${subsystemId} and e.token_hash is not null
    having ${since} <= now()`
}

/**
 * Restarts the platform's idle timeout of an access. Concurrent calls share one statement, which waits neither for locks
 * nor for the disk.
 */
export const recordAccessUse = createBatchLoader(async (ids: readonly string[]) => {
  await run(pool)`
    with used as (
      select e.id from unnest((select ${[...ids]}::uuid[])) as seen (id) join platform_access e on e.id = seen.id
      where ${withoutDurability}
      order by e.id for no key update of e skip locked)
    update platform_access e set last_seen_at = now() from used where e.id = used.id`
  return []
})

/** Ends an access. Returns false if it was already deleted. */
export function deleteForwardAuthAccess(db: Db, id: string): Promise<boolean> {
  return affects(db)`delete from platform_access where id = ${id}`
}

/** Ends a user's access to one platform in every session. */
export async function deleteForwardAuthAccessOn(
  db: Db,
  { userId, subsystemId }: { userId: string; subsystemId: string },
): Promise<void> {
  await run(db)`
    delete from platform_access
    where subsystem_id = ${subsystemId}
      and session_id in (select id from sessions where user_id = ${userId})`
}

/** Deletes expired codes that were never used. */
export const deleteExpiredAccessCodes = purgeOf(
  'platform_access',
  sql`token_hash is null and code_expires_at < now()`,
)
