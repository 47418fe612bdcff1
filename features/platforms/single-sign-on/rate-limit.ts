import { errors, Provider, type AdapterPayload } from 'oidc-provider'
import { consumeAddressLimit, consumeNetworkLimit, consumeRateLimit } from '#domain/rate-limit.ts'
import { db } from '#server/db.ts'
import { currentRequest } from './oidc-request.ts'

/** Which records a request can store before anybody has logged in. */
const isOfNobody: Record<string, (payload: AdapterPayload) => boolean> = {
  Interaction: ({ result }) => result === undefined,
  PostedForm: () => true,
  PushedAuthorizationRequest: () => true,
  Session: ({ accountId }) => accountId === undefined,
}

/**
 * Rate limits for requests that store a row before the login: per IP address and network, and for pushed requests of
 * an authenticated client per client. Throws an error with Retry-After.
 */
export async function limitSignOns(model: string, payload: AdapterPayload): Promise<void> {
  if (!isOfNobody[model]?.(payload)) return
  const ctx = Provider.ctx
  const { clientId, clientAuthMethod } = ctx?.oidc.client ?? {}
  const { origin } = currentRequest()
  const exceeded =
    model === 'PushedAuthorizationRequest' && clientId !== undefined && clientAuthMethod !== 'none'
      ? await consumeRateLimit(db, 'signOnsPerClient', clientId)
      : ((await consumeAddressLimit(db, 'signOns', origin)) ??
        (await consumeNetworkLimit(db, 'signOnsPerNetwork', origin)))
  if (!exceeded) return
  ctx?.set('retry-after', String(exceeded.retryAfterSeconds))
  // The library would save the session again after the error.
  if (ctx && model === 'Session') Object.assign(ctx.oidc.session ?? {}, { touched: false })
  throw new TooManySignOns(exceeded.retryAfterSeconds)
}

/** RFC 9126 §2.3. Shown to the user, not sent back to the platform, which would only retry. */
export class TooManySignOns extends errors.OIDCProviderError {
  override allow_redirect = false
  retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super(429, 'temporarily_unavailable')
    this.error_description = 'too many requests from this address'
    this.retryAfterSeconds = retryAfterSeconds
  }
}
