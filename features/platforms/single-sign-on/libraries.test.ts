import { deepEqual } from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import * as client from 'openid-client'
import { upsertSubsystem } from '#domain/platforms/subsystem.ts'
import { db } from '#server/db.ts'
import { freePort } from '#test/free-port.ts'
import { addUser, startUserSession } from '#test/people.ts'
import { startServer } from '#test/servers.ts'
import { newWalk } from '#test/walk.ts'

// Each test runs a library with the settings of its documentation against a running portal, and expects the user’s name
// and address where users of the library look for them. docs/integrating.md shows the same settings.

// Imported without its types, which would add browser types to the server's code.
const { Auth, skipCSRFCheck } = (await import('@auth/core' as string)) as {
  Auth: (request: Request, config: object) => Promise<Response>
  skipCSRFCheck: symbol
}

const port = await freePort()
const portal = `http://localhost:${port}`
const issuer = `${portal}/oidc`
await startServer({ PUBLIC_URL: portal, PORT: String(port), SERVE: 'users,sso' })

test('P20: openid-client returns name, address and email_verified from the ID token and from userinfo', async () => {
  const { ada, platform, walk } = await newLogin('/callback')
  const config = await client.discovery(new URL(issuer), platform.id, platform.secret, undefined, {
    execute: [client.allowInsecureRequests],
  })
  const pkceCodeVerifier = client.randomPKCECodeVerifier()
  const start = client.buildAuthorizationUrl(config, {
    redirect_uri: `${platform.origin}/callback`,
    scope: 'openid profile email',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  })
  platform.serve((request, response) => response.end(request.url))

  const { address } = await walk(start.href)
  const tokens = await client.authorizationCodeGrant(config, new URL(address), { pkceCodeVerifier })

  deepEqual(identityOf(tokens.claims()), identityOf(ada))
  const info = await client.fetchUserInfo(config, tokens.access_token, ada.sub)
  deepEqual(identityOf(info), identityOf(ada))
})

test('P20: Auth.js returns name and address in its session, and email_verified in the profile', async () => {
  const { ada, platform, walk } = await newLogin('/auth/callback/portico')
  let profile: object | undefined
  const config = {
    basePath: '/auth',
    secret: 'a long secret for the cookie of the platform',
    trustHost: true,
    providers: [
      {
        id: 'portico',
        name: 'Portico',
        type: 'oidc',
        issuer,
        clientId: platform.id,
        clientSecret: platform.secret,
      },
    ],
    callbacks: {
      jwt: (login: { token: object; profile?: object }) => {
        profile ??= login.profile
        return login.token
      },
    },
  }
  platform.serve(async (request, response) => {
    const headers = { cookie: request.headers.cookie ?? '' }
    const ask = (path: string) => Auth(new Request(platform.origin + path, { headers }), config)
    let answer = await ask(request.url?.startsWith('/auth/') ? request.url : '/auth/session')
    if (request.url === '/login') {
      const signIn = new Request(`${platform.origin}/auth/signin/portico`, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ callbackUrl: platform.origin }),
      })
      // The framework packages of Auth.js call this `signIn()`.
      answer = await Auth(signIn, { ...config, skipCSRFCheck })
    }
    response.setHeaders(answer.headers)
    response.writeHead(answer.status).end(await answer.text())
  })

  const { page } = await walk(`${platform.origin}/login`)

  const { user } = JSON.parse(page) as { user: object }
  deepEqual(user, { name: 'Ada Byron', email: ada.email })
  deepEqual(identityOf(profile), identityOf(ada))
})

const secret = 'a secret of the platform'
let count = 0

/** Starts a platform at its own address; returns it with a browser walk whose user is logged in at the portal. */
async function newLogin(callback: string) {
  count += 1
  const id = `library-${count}`
  const server = createServer().listen(0, '127.0.0.1')
  after(() => server.close())
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await upsertSubsystem(db, {
    id,
    name: id,
    url: origin,
    clientSecret: secret,
    redirectUris: [origin + callback],
    postLogoutUris: [],
    backchannelLogoutUri: null,
  })
  const { id: sub, email } = await addUser({ platforms: [id] })
  const { token } = await startUserSession({ id: sub })
  return {
    ada: { sub, name: 'Ada Byron', email, email_verified: true },
    platform: {
      id,
      origin,
      secret,
      serve: (listener: RequestListener) => void server.on('request', listener),
    },
    walk: newWalk(token),
  }
}

function identityOf(claims: object = {}) {
  const { sub, name, email, email_verified } = claims as Record<string, unknown>
  return { sub, name, email, email_verified }
}
