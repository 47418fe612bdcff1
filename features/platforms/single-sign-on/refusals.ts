import type { EventEmitter } from 'node:events'
import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import {
  latestOfEachKind,
  storeClientRefusals,
  type ClientRefusal,
} from '#domain/platforms/client-refusal.ts'
import { db } from '#server/db.ts'
import { logger } from '#server/log.ts'
import { currentRequest } from './oidc-request.ts'
import { refusalReasons, refusedValue } from './refusal-reasons.ts'

/** The endpoint of each event with which the library reports an error. */
const endpointByEvent = {
  'authorization.error': '/oidc/auth',
  'pushed_authorization_request.error': '/oidc/request',
  'grant.error': '/oidc/token',
  'userinfo.error': '/oidc/me',
  'introspection.error': '/oidc/token/introspection',
  'revocation.error': '/oidc/token/revocation',
  'end_session.error': '/oidc/session/end',
}

/** Expected errors of valid requests: `prompt=none` without a login, a user without access. */
const expectedErrors = new Set(['login_required', 'interaction_required', 'access_denied'])

const maxClients = 1_000
/** Maximum number of refusals of unknown clients that are logged between two writes, because anyone can cause them. */
const maxUnknown = 10
const storeEveryMs = 10_000

/** Refusals of this process that are not yet stored, by client. */
let pending = new Map<string, ClientRefusal[]>()
let unknownCount = 0

/**
 * Logs the reasons why requests of clients are refused, and collects them for the page Platforms, because the library's
 * responses contain fewer details.
 */
export function recordRefusals(provider: Provider): void {
  const events: EventEmitter = provider
  for (const [event, endpoint] of Object.entries(endpointByEvent)) {
    events.on(event, (ctx: KoaContextWithOIDC, error: ProviderError) =>
      record(endpoint, ctx.oidc, error),
    )
  }
}

/** Starts to store the collected refusals every ten seconds. The returned function stops it and stores the rest. */
export function startStoringRefusals(): () => Promise<void> {
  const timer = setInterval(() => void storeRefusals(), storeEveryMs).unref()
  return async () => {
    clearInterval(timer)
    await storeRefusals()
  }
}

/** Stores the collected refusals. Never throws: refusals that cannot be stored are retried at the next interval. */
export async function storeRefusals(): Promise<void> {
  if (unknownCount > maxUnknown) {
    logger.info({ count: unknownCount - maxUnknown }, 'more requests of unknown clients refused')
  }
  unknownCount = 0
  if (pending.size === 0) return
  const batch = pending
  pending = new Map()
  try {
    await storeClientRefusals(db, batch)
  } catch (err) {
    logger.warn({ err }, 'refused requests could not be stored')
    for (const [clientId, newer] of pending) addRefusals(batch, clientId, newer)
    pending = batch
  }
}

type ProviderError = Error & {
  error?: string
  error_detail?: string
  error_description?: string
  cause?: { error_description?: string }
}

type OidcContext = Pick<KoaContextWithOIDC['oidc'], 'client' | 'params'>

function record(endpoint: string, { client, params }: OidcContext, error: ProviderError): void {
  const code = error.error ?? 'invalid_request'
  if (expectedErrors.has(code)) return
  const { requestId, ipAddress } = currentRequest().origin
  const clientId = client?.clientId
  const reason = reasonOf(error)
  const refusal = { endpoint, error: code, reason, requestId, ipAddress, at: new Date() }
  if (clientId === undefined) unknownCount += 1
  else addRefusals(pending, clientId, [{ ...refusal, value: refusedValue(reason, params) }])
  const isLogged = clientId !== undefined || unknownCount <= maxUnknown
  if (isLogged) logger.info({ clientId, ...refusal }, 'the OpenID provider refused a request')
}

function addRefusals(
  refusals: Map<string, ClientRefusal[]>,
  clientId: string,
  newer: readonly ClientRefusal[],
): void {
  const earlier = refusals.get(clientId)
  if (!earlier && refusals.size >= maxClients) return
  refusals.set(clientId, latestOfEachKind([...(earlier ?? []), ...newer]))
}

function reasonOf({ error_detail: detail, error_description: description, cause }: ProviderError) {
  for (const text of [detail, cause?.error_description, description]) {
    const reason = refusalReasons.find((beginning) => text?.startsWith(beginning))
    if (reason !== undefined) return reason
  }
  return ''
}
