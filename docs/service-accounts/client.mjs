import { randomUUID } from 'node:crypto'
import { importJWK, SignJWT } from 'jose'

/**
 * Returns a client that calls the admin API as the service account `id` of a `portal`, with a `scope`. `key` is its
 * private key as a JWK with `kid` and `alg`. The client keeps a token while it is valid. After a 401 it requests a new
 * token and retries once.
 */
export function createClient({ fetch = globalThis.fetch, ...options }) {
  const account = { ...options, fetch }
  let token

  async function send(path, { method = 'GET', body } = {}) {
    token = token && token.until > Date.now() ? token : await draw(account)
    return fetch(`${options.portal}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token.value}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  }

  /** Returns the answer as JSON; throws with the error code for any other than 2xx. */
  async function call(path, options) {
    let answer = await send(path, options)
    if (answer.status === 401) {
      // The keys or the network have changed, or a restart lost the token.
      token = undefined
      answer = await send(path, options)
    }
    if (answer.status === 204) return undefined
    const reply = await answer.json()
    if (!answer.ok) throw new Error(`${answer.status} ${reply.errorCode} (${reply.requestId})`)
    return { reply, next: answer.headers.get('x-next-cursor') }
  }

  /** The rows of a list, page by page. */
  async function* list(path) {
    let cursor
    do {
      const page = new URLSearchParams({ limit: '200', ...(cursor && { cursor }) })
      const { reply, next } = await call(`${path}?${page}`)
      yield* reply
      cursor = next
    } while (cursor)
  }

  return { call, list }
}

async function draw({ portal, id, key, scope, fetch }) {
  const now = Math.floor(Date.now() / 1000)
  // Valid for a minute and once: each token needs an assertion of its own.
  const assertion = await new SignJWT({ jti: randomUUID() })
    .setProtectedHeader({ alg: key.alg, kid: key.kid })
    .setIssuer(id)
    .setSubject(id)
    .setAudience(`${portal}/oidc`)
    .setIssuedAt(now)
    .setExpirationTime(now + 60)
    .sign(await importJWK(key, key.alg))
  const answer = await fetch(`${portal}/oidc/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      scope,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
    }).toString(),
  })
  if (!answer.ok) throw new Error(`no token: ${answer.status} ${await answer.text()}`)
  const { access_token: value, expires_in: seconds } = await answer.json()
  return { value, until: Date.now() + (seconds - 10) * 1000 }
}
