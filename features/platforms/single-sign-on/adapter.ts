import './node-lts.ts'
import { errors, Provider, type Adapter, type AdapterPayload } from 'oidc-provider'
import type { Sql } from 'sql-template-tag'
import { recordAudit } from '#domain/audit.ts'
import { recordPlatformSession } from '#domain/platform-session.ts'
import { isSeenLongAgo, recordActivity } from '#domain/session.ts'
import { config } from '#server/config.ts'
import {
  affects,
  purgeOf,
  db,
  row,
  run,
  sql,
  transaction,
  type Db,
  withoutDurability,
} from '#server/db.ts'
import { isStorable } from '#server/malformed.ts'
import { findClient } from './client.ts'
import { findRecordById, findRecord, recordIdOf } from './records.ts'
import { currentRequest } from './oidc-request.ts'
import { limitSignOns } from './rate-limit.ts'

/**
 * Creates the storage of one model of the OpenID provider. Records reference the portal's session: they are served
 * only while it is alive and are deleted with it. Ids, which are the tokens, are stored hashed.
 */
export function createAdapter(model: string): Adapter {
  return {
    upsert: (id, payload, expiresIn) =>
      limitSignOns({ model, payload }, () => save({ model, id, payload, expiresIn })),
    find: (id) => (model === 'Client' ? findClient(id) : findRecordById(model, id)),
    findByUid: (uid) => findRecord(model, sql`r.uid = ${uid}`),
    findByUserCode: async () => undefined,
    consume: (id) => consume(model, id),
    destroy: (id) =>
      model === 'Grant'
        ? revokeGrant(id)
        : deleteRecords(sql`model = ${model} and id = ${recordIdOf(id)}`),
    revokeByGrantId: (grantId) => deleteRecords(sql`model = ${model} and grant_id = ${grantId}`),
  }
}

export const deleteExpired = purgeOf(
  'oidc_records',
  sql`expires_at < now() - ${config.retention.expired}::interval`,
)

type NewRecord = {
  model: string
  id: string
  payload: AdapterPayload
  expiresIn: number | undefined
}

async function save(saved: NewRecord): Promise<void> {
  if (saved.model === 'ReplayDetection') return recordAssertion(saved)
  if (saved.payload.grantId === undefined || saved.model === 'Interaction')
    return saveBrowserRecord(saved)
  if (saved.model !== 'AuthorizationCode') return saveTokenOfUser(saved)
  const { accountId = '', clientId = '', sid = '' } = saved.payload
  const { origin } = currentRequest()
  // In one transaction, so that every platform with a code gets a back-channel logout.
  await transaction(db, async (tx) => {
    const { sessionId } = await saveToken(tx, saved)
    const { ipAddress } = origin
    await recordPlatformSession(tx, { sessionId, userId: accountId, clientId, sid, ipAddress })
    await recordAudit(tx, { ...origin, userId: accountId }, 'platform_accessed', {
      subSystem: clientId,
    })
  })
}

/** A refresh, which always saves a new access token, counts as activity of the session. */
async function saveTokenOfUser(saved: NewRecord): Promise<void> {
  const isRefresh =
    saved.model === 'AccessToken' && Boolean(saved.payload.gty?.endsWith('refresh_token'))
  const { sessionId, isSeenLongAgo } = await saveToken(db, saved)
  if (isRefresh && isSeenLongAgo) await recordActivity(db, sessionId)
}

/** RFC 7523 §3, `jti`: accepts a client assertion once, also under concurrent requests. */
async function recordAssertion({ model, id, payload, expiresIn }: NewRecord): Promise<void> {
  const inserted = await run(db)`
    insert into oidc_records (model, id, payload, expires_at)
    values (${model}, ${recordIdOf(id)}, ${textOf(payload)}, now() + make_interval(secs => ${expiresIn ?? null}))
    on conflict (model, id) do nothing`
  if (inserted === 0)
    throw new errors.InvalidClientAuth('client assertion tokens must only be used once')
}

/** How long a request that no browser has brought to the login is stored. */
const newRequestSeconds = 10 * 60

/** Saves a session, grant or interaction of the provider for this browser's portal session. */
async function saveBrowserRecord({ model, id, payload, expiresIn }: NewRecord): Promise<void> {
  const { session } = currentRequest()
  if (model === 'Grant' && !session) throw new errors.SessionNotFound('the session has ended')
  // An interaction may outlive the session it began in; only its result belongs to a user.
  const isBound = model !== 'Interaction' || payload.result?.login !== undefined
  const sessionId = isBound ? (session?.id ?? null) : null
  const isNewRequest = model === 'Interaction' && payload.result === undefined
  const seconds = isNewRequest ? newRequestSeconds : (expiresIn ?? null)
  await run(db)`
    insert into oidc_records (model, id, session_id, uid, payload, expires_at)
    select ${model}, ${recordIdOf(id)}, ${sessionId}::uuid, ${payload.uid ?? null}, ${textOf(payload)}::jsonb,
           now() + make_interval(secs => ${seconds})
    where ${sessionId === null ? withoutDurability : sql`true`}
    on conflict (model, id) do update
    set session_id = excluded.session_id, uid = excluded.uid, payload = excluded.payload,
        expires_at = excluded.expires_at`
}

/** Saves a code or token for the session of its grant, which is locked against ending meanwhile. */
async function saveToken(
  db: Db,
  { model, id, payload, expiresIn }: NewRecord,
): Promise<{ sessionId: string; isSeenLongAgo: boolean }> {
  const grantId = payload.grantId ?? ''
  // A token that is lost in a crash is merely invalid, so it does not wait for the disk. Codes, and the consumption
  // of codes and tokens, are committed durably.
  const saved = await row<{ sessionId: string; isSeenLongAgo: boolean }>(db)`
    insert into oidc_records (model, id, session_id, grant_id, payload, expires_at)
    select ${model}, ${recordIdOf(id)}, s.id, ${grantId}, ${textOf(payload)}::jsonb,
           now() + make_interval(secs => ${expiresIn ?? null})
    from oidc_records g join sessions s on s.id = g.session_id
    where g.model = 'Grant' and g.id = ${recordIdOf(grantId)} and ${model === 'AuthorizationCode' ? sql`true` : withoutDurability}
    for key share of s
    returning session_id, ${isSeenLongAgo(sql`session_id`)} as is_seen_long_ago`
  if (!saved) throw new errors.InvalidGrant('the session has ended')
  return saved
}

/**
 * Consumes a code or token once, also under concurrent requests (RFC 6749 §4.1.2, RFC 9700 §4.14.2). A second use
 * revokes the grant, which is committed before the error is thrown.
 */
async function consume(model: string, id: string): Promise<void> {
  const isConsumed = await affects(db)`
    update oidc_records set consumed_at = now()
    where model = ${model} and id = ${recordIdOf(id)} and consumed_at is null`
  if (isConsumed) return
  if (model === 'PushedAuthorizationRequest') throw new errors.InvalidRequestUri('already used')
  const used = await row<{ grantId: string }>(db)`
    select grant_id from oidc_records where model = ${model} and id = ${recordIdOf(id)}`
  if (used) await revokeGrant(used.grantId)
  throw new errors.InvalidGrant(
    model === 'RefreshToken' ? 'refresh token already used' : 'authorization code already consumed',
  )
}

/**
 * Revokes a grant and deletes its codes and tokens. The grant's row stays, marked, so that an exchange under way
 * still finds its session; its tokens are invalid from the start.
 */
async function revokeGrant(grantId: string): Promise<void> {
  await transaction(db, async (tx) => {
    await run(tx)`
      update oidc_records set consumed_at = now() where model = 'Grant' and id = ${recordIdOf(grantId)}`
    await run(tx)`delete from oidc_records where grant_id = ${grantId}`
  })
}

async function deleteRecords(condition: Sql): Promise<void> {
  await run(db)`delete from oidc_records where ${condition}`
}

function textOf(payload: AdapterPayload): string {
  // Read when the request began: a refresh token of a client whose secret is replaced meanwhile is invalid.
  const authenticationVersion = Provider.ctx?.oidc.client?.['authentication_version']
  const text = JSON.stringify({
    ...payload,
    jti: undefined,
    ...(payload.kind === 'RefreshToken' && { authenticationVersion }),
  })
  if (!isStorable(text)) throw new errors.InvalidRequest('a parameter holds no text')
  return text
}
