import { createHash, randomBytes } from 'node:crypto'
import type { JWK } from 'jose'

/** The raw HTTP requests of `bench -- sso`. */

export const client = {
  id: 'hub',
  secret: 'the secret of the bench',
  callback: 'http://hub.example/callback',
}
export const scope = 'openid profile email'
const verifier = randomBytes(32).toString('base64url')
export const challenge = createHash('sha256').update(verifier).digest('base64url')

/** The settings of the bare library's process. */
export type BareSettings = { client: typeof client; challenge: string; scope: string; key: JWK }

/** A user's session token at the portal, and the access token for a platform behind a proxy. */
export type Person = { session: string; access: string }

export async function addPeople(many: number): Promise<Person[]> {
  const { db } = await import('#server/db.ts')
  const { tokenHash } = await import('#server/secret.ts')
  const { createAccessCode, consumeAccessCode } =
    await import('#domain/platforms/forward-auth-access.ts')
  const { addPlatform, addUser, startUserSession } = await import('#test/people.ts')
  await addPlatform({
    id: client.id,
    clientSecret: client.secret,
    redirectUris: [client.callback],
    mayInvite: true,
  })
  await addPlatform({ id: 'orders', entryOrigin: 'http://orders.example' })
  const people: Person[] = []
  for (let number = 0; number < many; number += 1) {
    const session = await startUserSession(await addUser({ platforms: [client.id, 'orders'] }))
    const access = { sessionId: session.id, subsystemId: 'orders', path: '/' }
    const code = (await createAccessCode(db, { ...access, stateHash: tokenHash('state') })) ?? ''
    const opened = await consumeAccessCode(db, { code, state: 'state' })
    people.push({ session: session.token, access: opened?.token ?? '' })
  }
  return people
}

export const sessionCheck = ({ session }: Person) =>
  get('/api/users/me', `cookie: portico=${session}`)

export const verify = ({ access }: Person) =>
  get('/forward-auth/verify?subsystem=orders', `cookie: portico-entry=${access}`)

const authorization = {
  client_id: client.id,
  response_type: 'code',
  redirect_uri: client.callback,
  scope,
  code_challenge: challenge,
  code_challenge_method: 'S256',
}

export const authorizeUrl = `/oidc/auth?${new URLSearchParams(authorization)}`

export const authorize = ({ session }: Person) => get(authorizeUrl, `cookie: portico=${session}`)

/** The request to the bare library, which needs no session. */
export const authorizeWithoutSession = get('/auth')

export const exchange = (base: string, code: string) =>
  post(`${base}/token`, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: client.callback,
    code_verifier: verifier,
  })

export const refresh = (base: string, token: string) =>
  post(`${base}/token`, { grant_type: 'refresh_token', refresh_token: token })

export const userinfo = (token: string) => get('/oidc/me', `authorization: Bearer ${token}`)

/** Sends no token type hint, as most platforms do. */
export const introspect = (token: string) => post('/oidc/token/introspection', { token })

export const clientCredentials = (base: string) =>
  post(`${base}/token`, { grant_type: 'client_credentials', scope: 'invitations' })

export const push = (base: string) => post(`${base}/request`, authorization)

/** Returns the code in the redirect that answered `authorize`. Throws if there is none. */
export function codeOf(answer: string): string {
  const code = /^location: \S*[?&]code=([^&\s]+)/im.exec(answer)?.[1]
  if (code === undefined) throw new Error(`no code: ${answer.slice(0, 400)}`)
  return code
}

export type Tokens = { accessToken: string; refreshToken: string }

export function tokensOf(answer: string): Tokens {
  const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as Record<string, string>
  const { access_token: accessToken, refresh_token: refreshToken } = body
  if (!accessToken || !refreshToken) throw new Error(`no tokens: ${answer}`)
  return { accessToken, refreshToken }
}

function get(path: string, header = 'accept: */*'): string {
  return `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${header}\r\n\r\n`
}

function post(path: string, form: Record<string, string>): string {
  const body = String(new URLSearchParams(form))
  const secret = encodeURIComponent(client.secret).replaceAll('%20', '+')
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    `authorization: Basic ${Buffer.from(`${client.id}:${secret}`).toString('base64')}`,
    'content-type: application/x-www-form-urlencoded',
    `content-length: ${body.length}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}
