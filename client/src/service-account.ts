import { importJWK, SignJWT, type JWK } from 'jose'
import { CallFailure, createCall } from '../../contract/call.ts'
import type { MachineScope } from '../../contract/machine.ts'
import { errorCodes, Refusal } from '../../contract/refusal.ts'
import { clientOf, type Client } from './client.ts'
import { ProblemError, TokenError } from './problem.ts'

export { CallFailure, errorCodes, ProblemError, TokenError }

export type ServiceAccount = {
  /** The `PUBLIC_URL` of the portal. */
  portal: string
  /** The `ADMIN_URL` of the portal, if the admin area has its own host. */
  adminUrl?: string
  id: string
  /** The private key, with `kid` and `alg`. */
  key: JWK
  scopes: readonly MachineScope[]
  fetch?: typeof globalThis.fetch
}
type Token = { value: string; until: number }

/** A client for endpoints that service accounts may call; any other endpoint does not compile. */
export type ServiceClient = Client<{ machine: MachineScope }>

/** Creates a client for the admin API. It requests a token for the first call, and again shortly before it expires. */
export function createServiceClient(account: ServiceAccount): ServiceClient {
  const { portal, adminUrl = portal, fetch = globalThis.fetch } = account
  let latest: Promise<Token> | undefined

  /** Returns a valid token. Concurrent calls share one token request. */
  async function token(): Promise<string> {
    const previous = latest
    const current = await previous?.catch(() => undefined)
    if (current && current.until > Date.now()) return current.value
    // Unless a concurrent call has requested a token meanwhile.
    if (latest === previous) latest = requestToken({ ...account, fetch })
    return (await (latest as Promise<Token>)).value
  }

  return clientOf(async (endpoint, input, extra) => {
    const once = async () => {
      const authorization = `Bearer ${await token()}`
      const call = createCall({
        base: (path) => `${adminUrl}/api${path}`,
        hasCookie: false,
        fetch: (url, init) => {
          const headers = { ...(init?.headers as Record<string, string>), authorization }
          return fetch(url, { ...init, headers })
        },
      })
      return call(endpoint, input, extra)
    }
    return once().catch((error: unknown) => {
      // The token was invalidated before it expired: by new keys, another network or a restart.
      if (!(error instanceof Refusal) || error.code !== errorCodes.invalidToken) throw error
      latest = undefined
      return once()
    })
  })
}

async function requestToken({
  portal,
  id,
  key,
  scopes,
  fetch,
}: ServiceAccount & { fetch: typeof globalThis.fetch }): Promise<Token> {
  const { alg = 'ES256', kid = '' } = key
  // An assertion is valid for a minute and can be used only once, so each token needs a new one.
  const assertion = await new SignJWT({ jti: crypto.randomUUID() })
    .setProtectedHeader({ alg, kid })
    .setIssuer(id)
    .setSubject(id)
    .setAudience(`${portal}/oidc`)
    .setIssuedAt()
    .setExpirationTime('1 minute')
    .sign(await importJWK(key, alg))
  const response = await fetch(`${portal}/oidc/token`, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(30_000),
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      scope: scopes.join(' '),
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
    }),
  }).catch((cause: unknown) => {
    throw new CallFailure('network', { cause })
  })
  const reply = (await response.json().catch(() => ({}))) as Record<string, unknown>
  if (!response.ok) {
    const seconds = response.headers.get('retry-after')
    const error = typeof reply['error'] === 'string' ? reply['error'] : undefined
    throw new TokenError(response.status, error, seconds === null ? undefined : Number(seconds))
  }
  const { access_token: value, expires_in: seconds } = reply
  return { value: String(value), until: Date.now() + (Number(seconds) - 10) * 1000 }
}
