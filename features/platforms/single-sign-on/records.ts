import type { AdapterPayload } from 'oidc-provider'
import type { Sql } from 'sql-template-tag'
import { recordIdOf } from '#domain/platforms/oidc-record.ts'
import { sessionIsLive } from '#domain/sessions/session.ts'
import { db, row, sql } from '#server/db.ts'
import { resourceOf } from './apis.ts'
import { findCallFacts, secondsLeft, type TokenFacts } from './call-facts.ts'
import { currentRequest } from './oidc-request.ts'

const tokenModels = ['AuthorizationCode', 'AccessToken', 'RefreshToken', 'ClientCredentials']

/** Finds a live record of the provider by its id. The id of a code or token is the token itself. */
export async function findRecordById(model: string, id: string) {
  const record = tokenModels.includes(model)
    ? await findToken(model, id)
    : await findOtherRecord(model, id)
  return record && { ...record, jti: id }
}

/** Returns a code or token from the facts of the call. If they lack the token, reads the facts for it first. */
async function findToken(model: string, token: string): Promise<AdapterPayload | undefined> {
  const request = currentRequest()
  const { key } = request.facts ?? {}
  const isAlreadyRead = key?.token === token && key.models.includes(model)
  if (!isAlreadyRead)
    request.facts = await findCallFacts({ clientId: key?.clientId, token, models: tokenModels })
  const facts = request.facts?.token
  return facts?.model === model ? payloadOf(facts) : undefined
}

function payloadOf({ model, payload, ...token }: TokenFacts): AdapterPayload {
  return {
    ...asLive(payload, token.secondsLeft),
    resource: resourceOf(payload),
    ...(token.isConsumed && { consumed: true }),
    // OpenID Connect Core §12.2: an ID token issued at refresh should have no nonce.
    ...(model === 'RefreshToken' && { nonce: undefined }),
  }
}

/**
 * Returns the payload of a record that has not expired by the database's clock, so that the library, which compares it
 * with the clock of this server, agrees. Changes nothing if the clocks agree.
 */
function asLive(
  payload: AdapterPayload | null | undefined,
  secondsLeft = 60,
): AdapterPayload | undefined {
  if (!payload) return undefined
  const now = Math.floor(Date.now() / 1000)
  const isLive = payload.exp === undefined || payload.exp > now
  return isLive ? payload : { ...payload, exp: now + secondsLeft }
}

/** Finds any other record; grants and the provider's session may have been read before the provider began. */
async function findOtherRecord(model: string, id: string): Promise<AdapterPayload | undefined> {
  const { facts, browser } = currentRequest()
  if (model === 'Session' && browser?.key.providerSession === id)
    // A copy is necessary because the library mutates the object.
    return asLive(structuredClone(browser.providerSession))
  if (model === 'Grant') {
    const { token } = facts ?? {}
    if (token?.payload.grantId === id) return asLive(token.grant)
    const grants = browser?.providerSession?.authorizations ?? {}
    if (grants[browser?.key.clientId ?? '']?.grantId === id) return asLive(browser?.grant)
  }
  return findRecord(model, sql`r.id = ${recordIdOf(id)}`)
}

/** Finds a live record by a condition on `oidc_records r`. Returns undefined for a revoked grant. */
export async function findRecord(
  model: string,
  condition: Sql,
): Promise<AdapterPayload | undefined> {
  const record = await row<Pick<TokenFacts, 'payload' | 'secondsLeft' | 'isConsumed'>>(db)`
    select r.payload, ${secondsLeft} as seconds_left, r.consumed_at is not null as is_consumed
    from oidc_records r
    where r.model = ${model} and ${condition} and r.expires_at > now()
      and (r.session_id is null or ${sessionIsLive(sql`r.session_id`)}) and ${isOfBrowser(model)}`
  if (!record || (model === 'Grant' && record.isConsumed)) return undefined
  return {
    ...asLive(record.payload, record.secondsLeft),
    ...(record.isConsumed && { consumed: true }),
  }
}

/**
 * Returns a condition that hides records of other portal sessions, so that the provider's cookies are useless to
 * another user who logs in to the same browser later.
 */
function isOfBrowser(model: string): Sql {
  if (model !== 'Session' && model !== 'Interaction') return sql`true`
  return sql`(r.session_id is null or r.session_id = ${currentRequest().session?.id ?? null})`
}
