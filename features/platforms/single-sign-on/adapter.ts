import './node-lts.ts' // before oidc-provider
import { errors, Provider, type Adapter, type AdapterPayload } from 'oidc-provider'
import type { Sql } from 'sql-template-tag'
import { auditRow } from '#domain/audit/audit.ts'
import { insertPlatformSession } from '#domain/platforms/platform-session.ts'
import { recordIdOf } from '#domain/platforms/oidc-record.ts'
import { findTestedPlatform } from '#domain/platforms/test-login.ts'
import { affects, purgeOf, db, run, sql, withoutDurability, type Db } from '#server/db.ts'
import { isStorable } from '#server/malformed.ts'
import { createTurnBatches } from '#server/turn-batches.ts'
import { storedResource } from './apis.ts'
import { findClient } from './client.ts'
import { findRecordById, findRecord } from './records.ts'
import { currentRequest } from './oidc-request.ts'
import { limitSignOns } from './rate-limit.ts'
import { collectToken, collectUse, revokeGrant } from './token-writes.ts'

/**
 * Creates the storage of one model of the OpenID provider. A record that references a portal session is served only
 * while the session is live, and is deleted with the session. Ids, which are the tokens, are stored hashed.
 */
export function createAdapter(model: string): Adapter {
  return {
    upsert: (id, payload, expiresIn) => {
      const record = { model, id, payload, expiresIn }
      return limitSignOns(record, {
        save: () => save(record),
        saveOf: async (clientId, runInTurn) =>
          savePushedRequest(clientId, storedRequest(record), runInTurn),
      })
    },
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

export const deleteExpired = purgeOf('oidc_records', sql`expires_at < now()`)

/**
 * Deletes all codes, tokens, grants and unfinished requests. Keeps used client assertions, which would otherwise work
 * again. Returns the number of records.
 */
export function deleteAllGrants(tx: Db): Promise<number> {
  return run(tx)`delete from oidc_records where model <> 'ReplayDetection'`
}

/** A record with its lifetime in seconds. */
type NewRecord = {
  model: string
  id: string
  payload: AdapterPayload
  expiresIn: number | undefined
}

async function save(record: NewRecord): Promise<void> {
  const { model, id, payload, expiresIn: seconds } = record
  if (model === 'ReplayDetection') return recordAssertion(record)
  const isOutsideGrant = payload.grantId === undefined || model === 'Interaction'
  if (isOutsideGrant) return saveOutsideGrant(record)
  if (model === 'AuthorizationCode') return saveCode(record)
  collectToken(payload, { model, id, text: textOf(payload), seconds })
}

/** Records a client assertion. Throws if it was used before, also under concurrent requests (RFC 7523 §3, `jti`). */
async function recordAssertion({ model, id, payload, expiresIn }: NewRecord): Promise<void> {
  const inserted = await run(db)`
    insert into oidc_records (model, id, payload, expires_at)
    values (${model}, ${recordIdOf(id)}, ${textOf(payload)}, now() + make_interval(secs => ${expiresIn ?? null}))
    on conflict (model, id) do nothing`
  if (inserted === 0)
    throw new errors.InvalidClientAuth('client assertion tokens must only be used once')
}

/** A record as it is stored, with its lifetime in seconds. */
type StoredRequest = { id: string; text: string; seconds: number | null }

function storedRequest({ id, payload, expiresIn }: NewRecord): StoredRequest {
  return { id: recordIdOf(id), text: textOf(payload), seconds: expiresIn ?? null }
}

/** Saves a pushed request of an authenticated client, with others of that client which wait for the same turn. */
const savePushedRequest = createTurnBatches(insertPushedRequests)

/** Inserts records that need not survive a crash of the database. The condition is always true. */
async function insertPushedRequests(requests: readonly StoredRequest[]): Promise<void> {
  const ids = requests.map(({ id }) => id)
  const texts = requests.map(({ text }) => text)
  const seconds = requests.map((request) => request.seconds)
  await run(db)`
    insert into oidc_records (model, id, payload, expires_at)
    select 'PushedAuthorizationRequest', id, text::jsonb, now() + make_interval(secs => seconds)
    from unnest(${ids}::text[], ${texts}::text[], ${seconds}::float8[]) pushed (id, text, seconds)
    where ${withoutDurability}`
}

/** Lifetime in seconds of an interaction that no browser has brought to the login yet. */
const newRequestSeconds = 10 * 60

/**
 * Saves a session, grant or interaction of the provider for this browser's portal session. Pushed requests, posted
 * forms and tokens for client credentials are saved without a session.
 */
async function saveOutsideGrant({ model, id, payload, expiresIn }: NewRecord): Promise<void> {
  const { session } = currentRequest()
  if (model === 'Grant' && !session) throw new errors.SessionNotFound('the session has ended')
  // An interaction may outlive the session it began in; only its result belongs to a user.
  const isBound = model !== 'Interaction' || payload.result?.login !== undefined
  const sessionId = isBound ? (session?.id ?? null) : null
  const isNewRequest = model === 'Interaction' && payload.result === undefined
  const seconds = isNewRequest ? newRequestSeconds : (expiresIn ?? null)
  // A record without a session need not survive a crash of the database. Either condition of `where` is always true.
  await run(db)`
    insert into oidc_records (model, id, session_id, uid, payload, expires_at)
    select ${model}, ${recordIdOf(id)}, ${sessionId}::uuid, ${payload.uid ?? null}, ${textOf(payload)}::jsonb,
           now() + make_interval(secs => ${seconds})
    where ${sessionId === null ? withoutDurability : sql`true`}
    on conflict (model, id) do update
    set session_id = excluded.session_id, uid = excluded.uid, payload = excluded.payload,
        expires_at = excluded.expires_at`
}

/**
 * Saves a code and its audit row in one statement. Locks the session of the grant, so that it cannot end concurrently
 * and every platform with a code gets a back-channel logout.
 */
async function saveCode({ model, id, payload, expiresIn }: NewRecord): Promise<void> {
  const { accountId: userId = '', clientId = '', sid = '', grantId = '' } = payload
  const { origin } = currentRequest()
  const { ipAddress } = origin
  const fromCode = sql`from code`
  const platformSession = { sessionId: sql`code.session_id`, userId, clientId, sid, ipAddress }
  const testedPlatformId = await findTestedPlatform(db, clientId)
  const isTest = testedPlatformId !== undefined
  const facts = { subSystem: testedPlatformId ?? clientId, ...(isTest && { data: { test: true } }) }
  const audit = auditRow({ ...origin, userId }, 'platform_accessed', facts, fromCode)
  const isSaved = await affects(db)`
    with held as (
      select s.id from oidc_records g join sessions s on s.id = g.session_id
      where g.model = 'Grant' and g.id = ${recordIdOf(grantId)}
      for key share of s),
    code as (
      insert into oidc_records (model, id, session_id, grant_id, payload, expires_at)
      select ${model}, ${recordIdOf(id)}, held.id, ${grantId}, ${textOf(payload)}::jsonb,
             now() + make_interval(secs => ${expiresIn ?? null})
      from held returning session_id),
    opened as (${insertPlatformSession(platformSession, fromCode)}),
    audited as (${audit.insert})
    select from code`
  if (!isSaved) throw new errors.InvalidGrant('the session has ended')
  audit.count()
}

/** Marks a record as used: a code or token at the end of its call (token-writes.ts), a pushed request immediately. */
async function consume(model: string, id: string): Promise<void> {
  if (model !== 'PushedAuthorizationRequest') return collectUse(model, id)
  const isConsumed = await affects(db)`
    update oidc_records set consumed_at = now()
    where model = ${model} and id = ${recordIdOf(id)} and consumed_at is null`
  if (!isConsumed) throw new errors.InvalidRequestUri('already used')
}

async function deleteRecords(condition: Sql): Promise<void> {
  await run(db)`delete from oidc_records where ${condition}`
}

function textOf(payload: AdapterPayload): string {
  // The version is that of the client as read when the request began: a refresh token that is issued while the client
  // secret is replaced is invalid.
  const authenticationVersion = Provider.ctx?.oidc.client?.['authentication_version']
  const text = JSON.stringify({
    ...payload,
    // `jti` is the token itself, which is stored only as a hash.
    jti: undefined,
    ...(payload.kind === 'RefreshToken' && { authenticationVersion, resource: storedResource() }),
  })
  if (!isStorable(text)) throw new errors.InvalidRequest('a parameter holds no text')
  return text
}
