import { errors, Provider, type AdapterPayload } from 'oidc-provider'
import { consumeAddressLimit } from '#domain/rate-limit.ts'
import { db } from '#server/db.ts'
import { currentRequest } from './oidc-request.ts'

/**
 * Rate limit per IP address for new authorization requests, each of which stores a row before the login. Pushed
 * requests of an authenticated client are not counted. Throws an error with Retry-After.
 */
export async function limitSignOns(model: string, payload: AdapterPayload): Promise<void> {
  const ctx = Provider.ctx
  const isNew =
    (model === 'Interaction' && payload.result === undefined) ||
    (model === 'PushedAuthorizationRequest' && ctx?.oidc.client?.clientAuthMethod === 'none')
  if (!isNew) return
  const exceeded = await consumeAddressLimit(db, 'signOns', currentRequest().origin)
  if (!exceeded) return
  ctx?.set('retry-after', String(exceeded.retryAfterSeconds))
  throw new TooManySignOns()
}

/** RFC 9126 §2.3. Shown to the user, not sent back to the platform, which would only retry. */
class TooManySignOns extends errors.OIDCProviderError {
  override allow_redirect = false

  constructor() {
    super(429, 'temporarily_unavailable')
    this.error_description = 'too many requests from this address'
  }
}
