import './node-lts.ts'
import {
  errors,
  Provider,
  type AdapterPayload,
  type TokenEndpointGrantContext,
} from 'oidc-provider'
import { recordIdOf } from '#domain/oidc-record.ts'
import { isSeenLongAgo, recordActivity } from '#domain/session.ts'
import { affects, db, row, run, sql, transaction, withoutDurability } from '#server/db.ts'
import { currentRequest, type NewToken, type TokenWrites, type UsedToken } from './oidc-request.ts'

type Names = string | readonly string[] | ReadonlySet<string>

/**
 * The provider whose token endpoint writes all at once: after its handler, and before it answers (decision 80). An
 * error of the writing is answered as one of the handler.
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
        if (writes.used) await useUpAlone(writes.used, writes.grantId)
        throw error
      }
      if (!writes.used && writes.tokens.length === 0) return
      const { sessionId, isIdle } = await write(writes)
      // A refresh counts as activity of the session.
      if (name === 'refresh_token' && isIdle) await recordActivity(db, sessionId)
    }
    super.registerGrantType(name, handler, ...parameters)
  }
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
 * Uses a code or token once, also under concurrent requests (RFC 6749 §4.1.2, RFC 9700 §4.14.2), and saves the tokens
 * for the session of their grant, which is locked against ending meanwhile: all of it or nothing. A second use revokes
 * the grant, which is committed before the error is thrown. A use is durable; tokens alone, which are merely invalid
 * when a crash loses them, do not wait for the disk. A revocation that comes first has deleted what is to be used; for
 * tokens alone the grant is locked against one.
 */
async function write({ used, grantId, tokens }: TokenWrites) {
  const taken = used
    ? sql`
      update oidc_records r set consumed_at = now() from held
      where r.model = ${used.model} and r.id = ${recordIdOf(used.id)} and r.consumed_at is null
      returning held.id`
    : sql`select id from held`
  const written = await row<{ sessionId: string; isTaken: boolean; isIdle: boolean }>(db)`
    with held as (
      select s.id from sessions s join oidc_records g on g.session_id = s.id
      where g.model = 'Grant' and g.id = ${recordIdOf(grantId)} and g.consumed_at is null
      ${used ? sql`for key share of s` : sql`and ${withoutDurability} for key share of s for share of g`}),
    taken as (${taken}),
    issued as (
      insert into oidc_records (model, id, session_id, grant_id, payload, expires_at)
      select t.model, t.id, taken.id, ${grantId}, t.payload::jsonb, now() + make_interval(secs => t.seconds)
      from taken cross join unnest(
        ${tokens.map(({ model }) => model)}::text[], ${tokens.map(({ id }) => recordIdOf(id))}::text[],
        ${tokens.map(({ text }) => text)}::text[], ${tokens.map(({ seconds }) => seconds ?? null)}::int[]
      ) as t (model, id, payload, seconds))
    select held.id as session_id, exists (select from taken) as is_taken,
           ${isSeenLongAgo(sql`held.id`)} as is_idle
    from held`
  if (!written) throw new errors.InvalidGrant('the session has ended')
  if (written.isTaken) return written
  await revokeGrant(grantId)
  throw new errors.InvalidGrant(
    used?.model === 'RefreshToken'
      ? 'refresh token already used'
      : 'authorization code already consumed',
  )
}

/** The use of a code or token that is refused after all: no session is locked for it. A second use revokes the grant. */
async function useUpAlone({ model, id }: UsedToken, grantId: string): Promise<void> {
  const isUsed = await affects(db)`
    update oidc_records set consumed_at = now()
    where model = ${model} and id = ${recordIdOf(id)} and consumed_at is null`
  if (!isUsed) await revokeGrant(grantId)
}

/**
 * Revokes a grant and deletes its codes and tokens. Its row stays, marked, and takes no further token.
 */
export async function revokeGrant(grantId: string): Promise<void> {
  await transaction(db, async (tx) => {
    await run(tx)`
      update oidc_records set consumed_at = now() where model = 'Grant' and id = ${recordIdOf(grantId)}`
    await run(tx)`delete from oidc_records where grant_id = ${grantId}`
  })
}
