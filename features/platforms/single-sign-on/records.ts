import type { AdapterPayload } from 'oidc-provider'
import type { Sql } from 'sql-template-tag'
import { sessionIsLive } from '#domain/session.ts'
import { db, row, sql } from '#server/db.ts'
import { tokenHash } from '#server/secret.ts'
import { currentRequest } from './oidc-request.ts'

/** Finds a live record of the provider by its id, which for codes and tokens is the token itself. */
export async function findRecordById(model: string, id: string) {
  const { grant } = currentRequest()
  if (model === 'Grant' && grant?.id === id) return { ...grant.payload, jti: id }
  const found = await findRecord(model, sql`r.id = ${recordIdOf(id)}`)
  return found && { ...found, jti: id }
}

type StoredRecord = { payload: AdapterPayload; isConsumed: boolean; grant: AdapterPayload | null }

export async function findRecord(model: string, condition: Sql) {
  const found = await row<StoredRecord>(db)`
    select r.payload, r.consumed_at is not null as is_consumed, ${grantOf(model)} as grant
    from oidc_records r
    where r.model = ${model} and ${condition} and r.expires_at > now()
      and (r.session_id is null or ${sessionIsLive(sql`r.session_id`)}) and ${isOfBrowser(model)}
      and ${isOfAuthentication(model)}`
  if (!found || (model === 'Grant' && found.isConsumed)) return undefined
  const { payload, isConsumed, grant } = found
  if (grant && payload.grantId) currentRequest().grant = { id: payload.grantId, payload: grant }
  return {
    ...payload,
    ...(isConsumed && { consumed: true }),
    // OpenID Connect Core §12.2: an ID token at refresh should have no nonce.
    ...(model === 'RefreshToken' && { nonce: undefined }),
  }
}

/** Reads the grant together with its code or token, which saves the library's second query. */
function grantOf(model: string): Sql {
  if (!/^(AuthorizationCode|AccessToken|RefreshToken)$/.test(model)) return sql`null`
  return sql`(
    select g.payload from oidc_records g
    where g.model = 'Grant' and g.consumed_at is null and g.expires_at > now() and g.id =
      rtrim(translate(encode(sha256(convert_to(r.grant_id, 'UTF8')), 'base64'), '+/', '-_'), '='))`
}

/** The provider's cookies are useless to another user who logs in to the same browser later. */
function isOfBrowser(model: string): Sql {
  if (model !== 'Session' && model !== 'Interaction') return sql`true`
  return sql`(r.session_id is null or r.session_id = ${currentRequest().session?.id ?? null})`
}

/**
 * Refresh tokens end when the platform's secret or keys are replaced or removed, or its method changes: those from
 * before a new secret with the grace period of the old one.
 */
function isOfAuthentication(model: string): Sql {
  if (model !== 'RefreshToken') return sql`true`
  // Tokens of versions before 0024 carry none.
  const version = sql`coalesce((r.payload->>'authenticationVersion')::int, 1)`
  return sql`exists (
    select from subsystems s
    where s.id = r.payload->>'clientId'
      and s.authentication_version in (
        ${version}, case when s.old_client_secret_until > now() then ${version} + 1 end))`
}

/** Hashes an id for storage, so that reading the table reveals no usable token. */
export function recordIdOf(id: string): string {
  return tokenHash(id).toString('base64url')
}
