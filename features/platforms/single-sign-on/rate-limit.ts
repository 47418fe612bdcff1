import { setTimeout as wait } from 'node:timers/promises'
import { errors, Provider, type AdapterPayload } from 'oidc-provider'
import { consumeAddressLimit } from '#domain/credentials/address-limit.ts'
import { addressKeys } from '#server/address-key.ts'
import { createConcurrencyLimit, Overloaded } from '#server/concurrency-limit.ts'
import { db } from '#server/db.ts'
import { currentRequest, runWithOidcRequest, type OidcRequest } from './oidc-request.ts'

/** Conditions under which a record can be stored without a login, by model. */
const needsNoLogin: Record<string, (payload: AdapterPayload) => boolean> = {
  Interaction: ({ result }) => result === undefined,
  PostedForm: () => true,
  PushedAuthorizationRequest: () => true,
  Session: ({ accountId }) => accountId === undefined,
}

/**
 * Runs one request at a time, while at most 200 wait, so that a flood leaves CPU and database connections to logins.
 * Authenticated clients and strangers take turns, and so do clients with each other, and addresses of strangers.
 */
const places = createConcurrencyLimit(1, 200, () => new Overloaded('sign-ons', 2))

const maxRestMs = 50
/** Number of waiting requests above which a flood is assumed and the place rests between requests. */
const busyQueueLength = 20

/**
 * Waits for the place in `places` and runs a whole request without a session in it. The request must have no body,
 * because a slow body would occupy the place. Throws Overloaded.
 */
export function runInPlace<Result>(request: OidcRequest, work: () => Promise<Result>) {
  return places.run(async () => {
    const startedAt = performance.now()
    try {
      return await runWithOidcRequest({ ...request, hasPlace: true }, work)
    } finally {
      // The response is already sent, and during a flood the place rests for as long as the work took.
      if (places.waiting() > busyQueueLength)
        await wait(Math.min(performance.now() - startedAt, maxRestMs))
    }
  }, shareOfStranger(request))
}

/** Functions that save a record. `saveOf` saves a pushed request of an authenticated client, in that client's turn. */
type Ways = {
  save: () => Promise<void>
  saveOf: (
    clientId: string,
    runInTurn: (work: () => Promise<void>) => Promise<void>,
  ) => Promise<void>
}

/**
 * Saves a record. Records that need no login wait for their turn, and are rate-limited by IP address and network, except
 * pushed requests of an authenticated client (decision 162). Above a limit and under overload, throws SignOnRefused and
 * sets Retry-After.
 */
export async function limitSignOns(
  { model, payload }: { model: string; payload: AdapterPayload },
  { save, saveOf }: Ways,
): Promise<void> {
  if (!needsNoLogin[model]?.(payload)) return save()
  const request = currentRequest()
  const clientId = model === 'PushedAuthorizationRequest' ? authenticatedClient() : undefined
  const countAndSave = async () => {
    const exceeded = await consumeAddressLimit(db, 'signOns', request.origin)
    if (exceeded) throw new SignOnRefused(429, exceeded.retryAfterSeconds)
    await save()
  }
  try {
    if (clientId !== undefined)
      await saveOf(clientId, (work) => places.run(work, ['clients', clientId]))
    else if (request.hasPlace) await countAndSave()
    else await places.run(countAndSave, shareOfStranger(request))
  } catch (error) {
    throw prepareRefusal(model, error)
  }
}

function shareOfStranger({ origin }: OidcRequest): string[] {
  return ['strangers', ...addressKeys(origin.ipAddress).toReversed()]
}

/** Returns the id of the client of this call, if it has authenticated. */
function authenticatedClient(): string | undefined {
  const { clientId, clientAuthMethod } = Provider.ctx?.oidc.client ?? {}
  return clientAuthMethod === 'none' ? undefined : clientId
}

/** Converts an overload to an error for the user, and sets Retry-After. Returns other errors unchanged. */
function prepareRefusal(model: string, cause: unknown): unknown {
  const error =
    cause instanceof Overloaded ? new SignOnRefused(503, cause.retryAfterSeconds) : cause
  const { ctx } = Provider
  if (!ctx || !(error instanceof SignOnRefused)) return error
  ctx.set('retry-after', String(error.retryAfterSeconds))
  // The library would save the session again after the error.
  if (model === 'Session') Object.assign(ctx.oidc.session ?? {}, { touched: false })
  return error
}

/** An error that is shown to the user (RFC 9126 §2.3). It is not sent back to the platform, which would only retry. */
export class SignOnRefused extends errors.OIDCProviderError {
  override allow_redirect = false
  retryAfterSeconds: number

  constructor(status: 429 | 503, retryAfterSeconds: number) {
    super(status, 'temporarily_unavailable')
    this.error_description = status === 429 ? 'too many requests from this address' : 'overloaded'
    this.expose = true
    this.retryAfterSeconds = retryAfterSeconds
  }
}
