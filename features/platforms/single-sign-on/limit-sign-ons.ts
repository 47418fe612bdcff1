import { errors, Provider, type AdapterPayload } from 'oidc-provider'
import { consumeAddressLimit } from '#domain/rate-limit.ts'
import { db } from '#server/db.ts'
import { currentRequest } from './oidc-request.ts'

/**
 * A request that begins is a row before anybody has shown who he is: of one address so many, and no more. What a
 * platform pushes that has proven itself is nobody's guess.
 */
export async function limitSignOns(model: string, payload: AdapterPayload): Promise<void> {
  const context = Provider.ctx
  const begins =
    (model === 'Interaction' && payload.result === undefined) ||
    (model === 'PushedAuthorizationRequest' && context?.oidc.client?.clientAuthMethod === 'none')
  if (!begins) return
  const held = await consumeAddressLimit(db, 'signOns', currentRequest().origin)
  if (!held) return
  context?.set('retry-after', String(held.retryAfterSeconds))
  throw new TooManySignOns()
}

/** RFC 9126 §2.3. It is told here, not handed back to the platform, which would only ask again. */
class TooManySignOns extends errors.OIDCProviderError {
  override allow_redirect = false

  constructor() {
    super(429, 'temporarily_unavailable')
    this.error_description = 'too many requests from this address'
  }
}
