import { randomUUIDv7 } from 'node:crypto'
import type { PlatformAccessState } from '#contract/me.ts'
import type { Locale } from '#contract/locale.ts'
import { batchSize } from '#server/batch-size.ts'
import { row, run, sql, type Db } from '#server/db.ts'
import { randomToken, tokenHash } from '#server/secret.ts'
import { sessionIsLive, isSeenLongAgo } from './session.ts'
import { platformAccessState } from './platform-access.ts'

/** Being on a platform that stands behind a proxy: a code on the way there, then a cookie of that host. */

const codeLives = '60 seconds'

type Wanted = { sessionId: string; subsystemId: string; path: string; stateHash: Buffer }

/** A code that is good once, in the browser that knows the state; undefined when the session has ended. */
export async function createAccessCode(db: Db, wanted: Wanted): Promise<string | undefined> {
  const code = randomToken()
  const begun = await run(
    db,
    sql`
    insert into platform_access
      (id, session_id, subsystem_id, path, code_hash, state_hash, code_expires_at)
    select ${randomUUIDv7()}, s.id, ${wanted.subsystemId}, ${wanted.path}, ${tokenHash(code)},
           ${wanted.stateHash}, now() + ${codeLives}::interval
    from sessions s where s.id = ${wanted.sessionId}
    for key share of s`,
  )
  return begun === 1 ? code : undefined
}

/** The platform that a code leads to, whether or not it can still be used. */
export async function findPlatformOfCode(db: Db, code: string): Promise<string | undefined> {
  const found = await row<{ subsystemId: string }>(
    db,
    sql`select subsystem_id from platform_access where code_hash = ${tokenHash(code)}`,
  )
  return found?.subsystemId
}

export type OpenedAccess = { token: string; userId: string; path: string }

/** Of any number of parallel tries with one code one is right, and only together with its state. */
export async function consumeAccessCode(
  db: Db,
  { code, state }: { code: string; state: string },
): Promise<OpenedAccess | undefined> {
  const token = randomToken()
  const opened = await row<Omit<OpenedAccess, 'token'>>(
    db,
    sql`
    update platform_access e set token_hash = ${tokenHash(token)}
    where e.code_hash = ${tokenHash(code)} and e.state_hash = ${tokenHash(state)}
      and e.token_hash is null and e.code_expires_at > now() and ${sessionIsLive(sql`e.session_id`)}
    returning e.path, (select user_id from sessions where id = e.session_id) as user_id`,
  )
  return opened && { ...opened, token }
}

export type ForwardAuthAccess = {
  id: string
  sessionId: string
  isSeenLongAgo: boolean
  /** Whether she may still be there, from this address. */
  state: PlatformAccessState
  userId: string
  email: string
  firstname: string
  lastname: string
  preferredLanguage: Locale
  timezone: string
  partner: { id: string; name: string } | null
  /** When the login was completed, and what it was proven by. */
  loginAt: Date
  methods: string[]
}

type Shown = {
  token: string
  /** Whether the cookie was one that only an https host can set: on https no other counts. */
  isSecure: boolean
  subsystemId: string
  ipAddress: string
}

/** Who is on a platform with this cookie, while her session lives: asked with every call there. */
export function findForwardAuthAccess(
  db: Db,
  shown: Shown,
): Promise<ForwardAuthAccess | undefined> {
  return row<ForwardAuthAccess>(
    db,
    sql`
    select e.id, e.session_id, ${isSeenLongAgo(sql`e.session_id`)} as is_seen_long_ago,
           ${platformAccessState(shown.ipAddress)} as state,
           u.id as user_id, u.email, u.firstname, u.lastname, u.preferred_language, u.timezone,
           case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end as partner,
           login.created_at as login_at, login.methods
    from platform_access e
    join sessions login on login.id = e.session_id
    join users u on u.id = login.user_id
    join subsystems s on s.id = e.subsystem_id
    left join partners p on p.id = u.partner_id
    left join subsystem_accounts a on a.user_id = u.id and a.subsystem_id = s.id
    where e.token_hash = ${tokenHash(shown.token)} and e.subsystem_id = ${shown.subsystemId}
      and starts_with(s.entry_origin, 'https:') = ${shown.isSecure} and ${sessionIsLive(sql`e.session_id`)}`,
  )
}

/** False when it was closed already. */
export async function endForwardAuthAccess(db: Db, id: string): Promise<boolean> {
  return (await run(db, sql`delete from platform_access where id = ${id}`)) === 1
}

/** Forgets the codes that nobody came back with. */
export function deleteExpiredAccessCodes(db: Db): Promise<number> {
  return run(
    db,
    sql`
    delete from platform_access where ctid = any(array(
      select ctid from platform_access
      where token_hash is null and code_expires_at < now() limit ${batchSize}))`,
  )
}
