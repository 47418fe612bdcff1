import './node-lts.ts' // before oidc-provider
import {
  errors,
  Provider,
  type AdapterPayload,
  type TokenEndpointGrantContext,
} from 'oidc-provider'
import type { Sql } from 'sql-template-tag'
import { recordIdOf } from '#domain/platforms/oidc-record.ts'
import { recordPlatformActivity } from '#domain/platforms/platform-session.ts'
import { isSeenLongAgo } from '#domain/sessions/session.ts'
import { recordActivity } from '#domain/sessions/session-timeout.ts'
import { createBatchLoader } from '#server/batch-loader.ts'
import { affects, db, row, rows, run, sql, transaction, withoutDurability } from '#server/db.ts'
import { currentRequest, type NewToken, type TokenWrites, type UsedToken } from './oidc-request.ts'

/** The session that the tokens belong to. `isActivityDue` is true if its activity has to be recorded again. */
type WrittenSession = { sessionId: string; isActivityDue: boolean }

/** Parameter names of a grant type, in the forms that the library accepts. */
type Names = string | readonly string[] | ReadonlySet<string>

/**
 * A provider that batches all writes of the token endpoint after its handler and before the response (decision 80). An
 * error of the writes is answered like an error of the handler.
 */
export class PortalProvider extends Provider {
  override registerGrantType<Params extends object>(
    name: string,
    handle: (ctx: TokenEndpointGrantContext<Params>) => void | Promise<void>,
    ...parameters: Names[]
  ): void {
    const handler: typeof handle = async (ctx) => {
      const writes: TokenWrites = { grantId: '', tokens: [] }
      currentRequest().writes = writes
      try {
        await handle(ctx)
      } catch (error) {
        if (writes.used) await consumeAlone(writes.used, writes.grantId)
        throw error
      }
      // A JWT is not stored, but its session is checked and locked like that of any other token.
      writes.grantId ||= ctx.oidc.entities.AccessToken?.grantId ?? ''
      if (writes.grantId === '') return
      const result = await (writes.used ? consumeInBatch(writes) : issueInBatch(writes))
      const { sessionId, isActivityDue } = result ?? (await write(writes))
      // A refresh counts as activity of the session.
      if (name === 'refresh_token' && isActivityDue) await recordActivity(sessionId)
      await recordUse()
    }
    super.registerGrantType(name, handler, ...parameters)
  }
}

/** Records activity on a platform with an idle timeout, as shown by the use of its token; at most once a minute. */
export async function recordUse(): Promise<void> {
  const { token } = currentRequest().facts ?? {}
  const { sessionId, isPlatformSeenLongAgo, payload } = token ?? {}
  if (!sessionId || !isPlatformSeenLongAgo) return
  await recordPlatformActivity({ sessionId, clientId: String(payload?.clientId) })
}

/** Collects the use of a code or token of the current call. */
export function collectUse(model: string, id: string): void {
  const { writes, facts } = currentRequest()
  if (!writes) throw new Error(`a ${model} is used up at the token endpoint only`)
  Object.assign(writes, { used: { model, id }, grantId: facts?.token?.payload.grantId })
}

/** Collects a token of the current call. */
export function collectToken(payload: AdapterPayload, token: NewToken): void {
  const { writes } = currentRequest()
  if (!writes) throw new Error(`a ${token.model} is issued at the token endpoint only`)
  Object.assign(writes, { grantId: payload.grantId })
  writes.tokens.push(token)
}

/**
 * Uses a code or token and saves the new tokens for the session of their grant, in one statement.
 *
 * - A code or token is used once, also under concurrent requests (RFC 6749 §4.1.2, RFC 9700 §4.14.2). A second use
 *   revokes the grant, which is committed before the error is thrown.
 * - The session is locked, so that it cannot end concurrently. Throws InvalidGrant if it has ended.
 * - A concurrent revocation deletes the code or token, so no row is updated. A call that uses none locks the grant
 *   instead.
 * - A use is durable. A call that only issues tokens does not wait for the disk (`withoutDurability`, always true):
 *   tokens lost in a crash are merely invalid.
 */
async function write({ used, grantId, tokens }: TokenWrites): Promise<WrittenSession> {
  const taken = used
    ? sql`
      update oidc_records r set consumed_at = now() from held
      where r.model = ${used.model} and r.id = ${recordIdOf(used.id)} and r.consumed_at is null
      returning held.id`
    : sql`select id from held`
  const result = await row<{ sessionId: string; isTaken: boolean; isActivityDue: boolean }>(db)`
    with held as (
      select s.id from sessions s join oidc_records g on g.session_id = s.id
      where g.model = 'Grant' and g.id = ${recordIdOf(grantId)} and g.consumed_at is null
      ${used ? sql`for key share of s` : sql`and ${withoutDurability} for key share of s for share of g`}),
    taken as (${taken}),
    issued as (
      insert into oidc_records (model, id, session_id, grant_id, payload, expires_at)
      select t.model, t.id, taken.id, ${grantId}, t.payload::jsonb, now() + make_interval(secs => t.seconds)
      from taken cross join ${rowsOf(tokens.map((token) => ({ ...token, place: 1 })))})
    select held.id as session_id, exists (select from taken) as is_taken,
           ${isSeenLongAgo(sql`held.id`)} as is_activity_due
    from held`
  if (!result) throw new errors.InvalidGrant('the session has ended')
  if (result.isTaken) return result
  await revokeGrant(grantId)
  throw new errors.InvalidGrant(
    used?.model === 'RefreshToken'
      ? 'refresh token already used'
      : 'authorization code already consumed',
  )
}

/** The SQL of a batch that decides which calls get their tokens, as rows `place, session_id, grant_id`. */
type BatchSql = { locks: Sql; taken: Sql }

const consumeInBatch = createBatchWriter({
  locks: sql`for key share of s skip locked`,
  taken: sql`
    unused as (
      select held.* from held join oidc_records r on r.model = held.model and r.id = held.id
      where r.consumed_at is null
      for no key update of r skip locked),
    taken as (
      update oidc_records r set consumed_at = now() from unused
      where r.model = unused.model and r.id = unused.id
      returning unused.place, unused.session_id, unused.grant_id)`,
})

const issueInBatch = createBatchWriter({
  locks: sql`and ${withoutDurability} for key share of s skip locked for share of g skip locked`,
  taken: sql`taken as (select place, session_id, grant_id from held)`,
})

/**
 * Returns a function that writes for concurrent calls in one statement and one commit. Never waits for a lock: returns
 * undefined for a call with a locked, used or revoked row, which the caller then passes to `write`.
 */
function createBatchWriter({ locks, taken }: BatchSql) {
  return createBatchLoader(async (calls: readonly TokenWrites[]) => {
    const models = calls.map(({ used }) => used?.model ?? '')
    const ids = calls.map(({ used }) => recordIdOf(used?.id ?? ''))
    const grants = calls.map(({ grantId }) => grantId)
    const grantRecords = grants.map(recordIdOf)
    const tokens = calls.flatMap((call, index) =>
      call.tokens.map((token) => ({ ...token, place: index + 1 })),
    )
    const resultRows = await rows<WrittenSession & { place: number }>(db)`
      with calls as (
        select * from unnest((select ${models}::text[]), (select ${ids}::text[]),
                             (select ${grants}::text[]), (select ${grantRecords}::text[]))
          with ordinality as calls (model, id, grant_id, grant_record, place)),
      held as (
        select calls.*, s.id as session_id
        from calls join oidc_records g on g.model = 'Grant' and g.id = calls.grant_record and g.consumed_at is null
          join sessions s on s.id = g.session_id
        where true ${locks}),
      ${taken},
      issued as (
        insert into oidc_records (model, id, session_id, grant_id, payload, expires_at)
        select t.model, t.id, taken.session_id, taken.grant_id, t.payload::jsonb, now() + make_interval(secs => t.seconds)
        from taken join ${rowsOf(tokens)} using (place))
      select place, session_id, ${isSeenLongAgo(sql`taken.session_id`)} as is_activity_due from taken`
    const results: (WrittenSession | undefined)[] = calls.map(() => undefined)
    for (const { place, ...session } of resultRows) results[place - 1] = session
    return results
  })
}

/**
 * Returns SQL for rows `t` of new tokens. `place` is the position of their call in its batch, from 1. The statement has
 * one plan for any number of rows.
 */
function rowsOf(tokens: readonly (NewToken & { place: number })[]): Sql {
  return sql`unnest(
    (select ${tokens.map(({ place }) => place)}::bigint[]), (select ${tokens.map(({ model }) => model)}::text[]),
    (select ${tokens.map(({ id }) => recordIdOf(id))}::text[]),
    (select ${tokens.map(({ text }) => text)}::text[]),
    (select ${tokens.map(({ seconds }) => seconds ?? null)}::int[])
  ) as t (place, model, id, payload, seconds)`
}

/** Marks the code or token of a rejected call as used, without locking a session. A second use revokes the grant. */
async function consumeAlone({ model, id }: UsedToken, grantId: string): Promise<void> {
  const isUsed = await affects(db)`
    update oidc_records set consumed_at = now()
    where model = ${model} and id = ${recordIdOf(id)} and consumed_at is null`
  if (!isUsed) await revokeGrant(grantId)
}

/** Revokes a grant and deletes its codes and tokens. The grant's row stays and accepts no more tokens. */
export async function revokeGrant(grantId: string): Promise<void> {
  await transaction(db, async (tx) => {
    await run(tx)`
      update oidc_records set consumed_at = now() where model = 'Grant' and id = ${recordIdOf(grantId)}`
    await run(tx)`delete from oidc_records where grant_id = ${grantId}`
  })
}
