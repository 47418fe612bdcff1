import './node-lts.ts'
import { errors, type Adapter, type AdapterPayload } from 'oidc-provider'
import type { Sql } from 'sql-template-tag'
import { recordAudit } from '#domain/audit.ts'
import { recordPlatformSession } from '#domain/platform-session.ts'
import { isSeenLongAgo, recordActivity } from '#domain/session.ts'
import { batchSize } from '#server/batch-size.ts'
import { config } from '#server/config.ts'
import { db, row, run, sql, transaction, type Db } from '#server/db.ts'
import { findClient } from './client.ts'
import { findRecordById, findRecord, recordIdOf } from './records.ts'
import { currentRequest } from './oidc-request.ts'
import { limitSignOns } from './rate-limit.ts'

/**
 * What the provider remembers. Every record hangs on the one session, a row of `sessions`: it is served only
 * while that lives, and goes when that goes. Of the id, which is the token, only the hash is kept.
 */
export function createAdapter(model: string): Adapter {
  return {
    upsert: (id, payload, expiresIn) => save({ model, id, payload, expiresIn }),
    find: (id) => (model === 'Client' ? findClient(id) : findRecordById(model, id)),
    findByUid: (uid) => findRecord(model, sql`r.uid = ${uid}`),
    findByUserCode: async () => undefined,
    consume: (id) => consume(model, id),
    destroy: (id) => (model === 'Grant' ? revokeGrant(id) : remove(model, id)),
    revokeByGrantId: (grantId) => removeTokens(model, grantId),
  }
}

/** Forgets what nobody can use any more; how many records that were. */
export function deleteExpired(db: Db): Promise<number> {
  return run(
    db,
    sql`
    delete from oidc_records where ctid = any(array(
      select ctid from oidc_records
      where expires_at < now() - ${config.kept.expired}::interval limit ${batchSize}))`,
  )
}

type Saved = { model: string; id: string; payload: AdapterPayload; expiresIn: number | undefined }

async function save(saved: Saved): Promise<void> {
  await limitSignOns(saved.model, saved.payload)
  if (saved.model === 'ReplayDetection') return noteSeen(saved)
  if (saved.payload.grantId === undefined || saved.model === 'Interaction')
    return saveForBrowser(saved)
  if (saved.model !== 'AuthorizationCode') return void (await saveToken(db, saved))
  const { accountId = '', clientId = '', sid = '' } = saved.payload
  const { origin } = currentRequest()
  // A code exists if and only if the platform is remembered, so that it hears of the session's end.
  await transaction(db, async (tx) => {
    const sessionId = await saveToken(tx, saved)
    const { ipAddress } = origin
    await recordPlatformSession(tx, { sessionId, userId: accountId, clientId, sid, ipAddress })
    await recordAudit(tx, { ...origin, userId: accountId }, 'platform_accessed', {
      subSystem: clientId,
    })
  })
}

/** RFC 7523 §3, `jti`: of any number of parallel tries with one signed assertion one is right. */
async function noteSeen({ model, id, payload, expiresIn }: Saved): Promise<void> {
  const noted = await run(
    db,
    sql`
    insert into oidc_records (model, id, payload, expires_at)
    values (${model}, ${recordIdOf(id)}, ${textOf(payload)}, now() + make_interval(secs => ${expiresIn ?? null}))
    on conflict (model, id) do nothing`,
  )
  if (noted === 0)
    throw new errors.InvalidClientAuth('client assertion tokens must only be used once')
}

/** A session of the provider, a grant or a request under way: the session is the one of this browser. */
async function saveForBrowser({ model, id, payload, expiresIn }: Saved): Promise<void> {
  const { session } = currentRequest()
  if (model === 'Grant' && !session) throw new errors.SessionNotFound('the session has ended')
  // A request outlives the session it began in; only its result belongs to somebody.
  const isBound = model !== 'Interaction' || payload.result?.login !== undefined
  const sessionId = isBound ? (session?.id ?? null) : null
  await run(
    db,
    sql`
    insert into oidc_records (model, id, session_id, uid, payload, expires_at)
    values (${model}, ${recordIdOf(id)}, ${sessionId}, ${payload.uid ?? null}, ${textOf(payload)},
            now() + make_interval(secs => ${expiresIn ?? null}))
    on conflict (model, id) do update
    set session_id = excluded.session_id, uid = excluded.uid, payload = excluded.payload,
        expires_at = excluded.expires_at`,
  )
}

/** A code or token belongs to its grant's session, which is held on to until the record is there. */
async function saveToken(db: Db, { model, id, payload, expiresIn }: Saved): Promise<string> {
  const grantId = payload.grantId ?? ''
  const saved = await row<{ sessionId: string }>(
    db,
    sql`
    insert into oidc_records (model, id, session_id, grant_id, payload, expires_at)
    select ${model}, ${recordIdOf(id)}, s.id, ${grantId}, ${textOf(payload)}::jsonb,
           now() + make_interval(secs => ${expiresIn ?? null})
    from oidc_records g join sessions s on s.id = g.session_id
    where g.model = 'Grant' and g.id = ${recordIdOf(grantId)} and ${mayBeLost(model)}
    for key share of s
    returning session_id`,
  )
  if (!saved) throw new errors.InvalidGrant('the session has ended')
  return saved.sessionId
}

/**
 * A token that a crash of the database forgets is one that nobody can use: nobody waits for the disk on its
 * account. What makes a code or token used up is waited for.
 */
function mayBeLost(model: string): Sql {
  if (model === 'AuthorizationCode') return sql`true`
  return sql`set_config('synchronous_commit', 'off', true) is not null`
}

/**
 * RFC 6749 §4.1.2, RFC 9700 §4.14.2: of any number of parallel tries one is right; every other one ends the
 * grant, and that is committed before the platform is told no.
 */
async function consume(model: string, id: string): Promise<void> {
  const isActivity = model === 'RefreshToken'
  const taken = await row<{ sessionId: string | null; isSeenLongAgo: boolean }>(
    db,
    sql`
    update oidc_records set consumed_at = now()
    where model = ${model} and id = ${recordIdOf(id)} and consumed_at is null
    returning session_id, ${isActivity ? isSeenLongAgo(sql`session_id`) : sql`false`} as is_seen_long_ago`,
  )
  if (!taken && model === 'PushedAuthorizationRequest') {
    throw new errors.InvalidRequestUri('used already')
  }
  if (!taken) {
    await revokeGrantOf(model, id)
    throw new errors.InvalidGrant('used already')
  }
  if (taken.sessionId !== null && taken.isSeenLongAgo) await recordActivity(db, taken.sessionId)
}

async function revokeGrantOf(model: string, id: string): Promise<void> {
  const used = await row<{ grantId: string }>(
    db,
    sql`
    select grant_id from oidc_records where model = ${model} and id = ${recordIdOf(id)}`,
  )
  if (used) await revokeGrant(used.grantId)
}

/**
 * Ends a grant and all that came of it. Its row stays, marked: the one right exchange that is still under way
 * must find its session, and what it gets is dead.
 */
async function revokeGrant(grantId: string): Promise<void> {
  await transaction(db, async (tx) => {
    await run(
      tx,
      sql`
      update oidc_records set consumed_at = now() where model = 'Grant' and id = ${recordIdOf(grantId)}`,
    )
    await run(tx, sql`delete from oidc_records where grant_id = ${grantId}`)
  })
}

async function remove(model: string, id: string): Promise<void> {
  await run(db, sql`delete from oidc_records where model = ${model} and id = ${recordIdOf(id)}`)
}

async function removeTokens(model: string, grantId: string): Promise<void> {
  await run(db, sql`delete from oidc_records where model = ${model} and grant_id = ${grantId}`)
}

function textOf(payload: AdapterPayload): string {
  return JSON.stringify({ ...payload, jti: undefined })
}
