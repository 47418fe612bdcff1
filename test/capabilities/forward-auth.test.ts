// covers platforms/forward-auth
import { deepEqual, equal } from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { logout } from '../../features/account/sign-in/contract.ts'
import { cookieHeader } from '#test/cookie-jar.ts'
import { freePort } from '#test/free-port.ts'
import { openBrowser, type Browser } from './browser.ts'
import { newUser } from './people.ts'
import { place } from './place.ts'
import { newPlatform } from './platforms.ts'

test('a user opens a platform behind a proxy, which receives a signed identity until the logout', async () => {
  const entryOrigin = `http://127.0.0.1:${await freePort()}`
  const platform = await newPlatform({ entryOrigin, redirectUris: [], postLogoutUris: [] })
  const user = await newUser({ platforms: [platform.id] })
  // Cookies of the platform's host are separate from those of the portal.
  const outside = openBrowser(place.url, { ipAddress: user.browser.ipAddress })
  const refused = await verify(outside, platform.id)
  equal(refused.statusCode, 401)

  let url = new URL(refused.headers.location ?? '')
  while (url.origin !== entryOrigin || url.pathname.startsWith('/.portico/')) {
    const browser = url.origin === entryOrigin ? outside : user.browser
    const answer = await browser.fetch(`${place.url}${url.pathname}${url.search}`)
    url = new URL(answer.headers.get('location') ?? '', url)
  }
  equal(url.href, `${entryOrigin}/orders`)

  const verified = await verify(outside, platform.id)
  equal(verified.statusCode, 200)
  const keys = createRemoteJWKSet(new URL('/forward-auth/jwks.json', place.url))
  const { payload } = await jwtVerify(String(verified.headers['x-portico-identity']), keys)
  deepEqual([payload.sub, payload['email']], [user.id, user.email])

  await user.browser.call(logout, {})
  equal((await verify(outside, platform.id)).statusCode, 401)
})

/** Sends the proxy's request before it forwards a page. `fetch` would replace the header sec-fetch-mode. */
async function verify({ cookies }: Browser, id: string) {
  const headers = {
    cookie: cookieHeader(cookies),
    'x-forwarded-method': 'GET',
    'x-forwarded-uri': '/orders',
    'sec-fetch-mode': 'navigate',
  }
  const request = get(`${place.url}/forward-auth/verify?subsystem=${id}`, { headers })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  answer.resume()
  return answer
}
