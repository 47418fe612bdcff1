import type { AdapterPayload } from 'oidc-provider'
import type { Sql } from 'sql-template-tag'
import { sessionIsLive } from '#domain/session.ts'
import { db, row, sql } from '#server/db.ts'
import { tokenHash } from '#server/secret.ts'
import { currentRequest } from './oidc-request.ts'

export async function findById(model: string, id: string): Promise<AdapterPayload | undefined> {
  const { grant } = currentRequest()
  if (model === 'Grant' && grant?.id === id) return { ...grant.payload, jti: id }
  const found = await findRecord(model, sql`r.id = ${keyOf(id)}`)
  return found && { ...found, jti: id }
}

type Found = { payload: AdapterPayload; isConsumed: boolean; grant: AdapterPayload | null }

export async function findRecord(model: string, which: Sql): Promise<AdapterPayload | undefined> {
  const found = await row<Found>(
    db,
    sql`
    select r.payload, r.consumed_at is not null as is_consumed, ${grantOf(model)} as grant
    from oidc_records r
    where r.model = ${model} and ${which} and r.expires_at > now()
      and (r.session_id is null or ${sessionIsLive(sql`r.session_id`)}) and ${isOfBrowser(model)}`,
  )
  if (!found || (model === 'Grant' && found.isConsumed)) return undefined
  const { payload, isConsumed, grant } = found
  if (grant && payload.grantId) currentRequest().grant = { id: payload.grantId, payload: grant }
  return { ...payload, ...(isConsumed && { consumed: true }) }
}

/** With a code or token comes its grant, which lives in the same session: one question in the place of two. */
function grantOf(model: string): Sql {
  if (!/^(AuthorizationCode|AccessToken|RefreshToken)$/.test(model)) return sql`null`
  return sql`(
    select g.payload from oidc_records g
    where g.model = 'Grant' and g.consumed_at is null and g.expires_at > now() and g.id =
      rtrim(translate(encode(sha256(convert_to(r.grant_id, 'UTF8')), 'base64'), '+/', '-_'), '='))`
}

/** What lies in a browser is of no use to somebody else who has logged in there meanwhile. */
function isOfBrowser(model: string): Sql {
  if (model !== 'Session' && model !== 'Interaction') return sql`true`
  return sql`(r.session_id is null or r.session_id = ${currentRequest().session?.id ?? null})`
}

/** Under what a token is stored: whoever reads the table can use none. */
export function keyOf(id: string): string {
  return tokenHash(id).toString('base64url')
}
