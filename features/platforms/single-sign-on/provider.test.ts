import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { test } from 'node:test'
import * as client from 'openid-client'
import { upsertSubsystem } from '#domain/platforms/subsystem.ts'
import { db, rows } from '#server/db.ts'
import { theServer } from '#test/browser.ts'
import { visitor } from '#test/people.ts'
import { issuer, platformFetch } from '#test/platform-client.ts'
import {
  authorize,
  buildAuthorizationRequest,
  follow,
  newPlatform,
  tokensOf,
  visitorOf,
} from '#test/platform.ts'
import { startServer } from '#test/servers.ts'

const inProduction = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'http://localhost:8080',
  PASSWORD_HASH_MEMORY_KIB: '',
  PASSWORD_HASH_PASSES: '',
}

test('a new platform works immediately, and a replaced secret invalidates the old one', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  ok((await tokensOf(browser, hub)).access)
  const url = `http://${hub.id}.example`

  await upsertSubsystem(db, {
    id: hub.id,
    name: 'Another name',
    url,
    clientSecret: 'another secret',
    redirectUris: [hub.callback],
    postLogoutUris: [],
    backchannelLogoutUri: null,
  })

  await rejects(tokensOf(browser, hub))
})

test('redirect_uri must match exactly, and PKCE is required', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  for (const wrong of [
    `${hub.callback}/`,
    `${hub.callback}?a=1`,
    'http://evil.test/callback',
    hub.callback.toUpperCase(),
  ]) {
    const { url, answer } = await follow(
      browser,
      (await buildAuthorizationRequest(hub, { redirect_uri: wrong })).url,
    )
    equal(answer.status, 400, wrong)
    equal(url.origin, new URL(issuer).origin)
  }

  const { url } = await buildAuthorizationRequest(hub)
  url.searchParams.delete('code_challenge')
  url.searchParams.delete('code_challenge_method')
  const { url: back } = await follow(browser, url)

  equal(back.searchParams.get('error'), 'invalid_request')
})

test('a host in the request line is ignored', async () => {
  const server = await theServer()
  const address = new URL(await server.listen({ host: '127.0.0.1', port: 0 }))
  const path = 'http://evil.test/oidc/.well-known/openid-configuration'

  const clientRequest = request({ host: address.hostname, port: address.port, path }).end()
  const [answer] = (await once(clientRequest, 'response')) as [IncomingMessage]
  const metadata = JSON.parse(Buffer.concat(await answer.toArray()).toString())

  equal(metadata.issuer, issuer)
  equal(metadata.token_endpoint, `${issuer}/token`)
})

test('the provider’s URLs come from PUBLIC_URL, not from client headers', async () => {
  const server = await theServer()
  const address = '/oidc/.well-known/openid-configuration'
  const plain = await server.inject({ url: address })
  for (const headers of [
    { host: 'evil.test' },
    { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' },
    { forwarded: 'host=evil.test;proto=https' },
  ]) {
    const answer = await server.inject({ url: address, headers: headers as Record<string, string> })
    deepEqual(answer.json(), plain.json())
  }
  const metadata = plain.json() as Record<string, unknown>
  equal(metadata['issuer'], issuer)
  equal(metadata['authorization_endpoint'], `${issuer}/auth`)
  equal(metadata['backchannel_logout_supported'], true)
  equal(metadata['backchannel_logout_session_supported'], true)
  deepEqual(metadata['response_types_supported'], ['code'])
  deepEqual(metadata['code_challenge_methods_supported'], ['S256'])
})

test('the content security policy of provider pages allows no foreign resources', async () => {
  const answer = await (await visitor()).fetch('/oidc/session/end')

  const policy = answer.headers.get('content-security-policy') ?? ''
  match(policy, /default-src 'none'; style-src 'self'; script-src 'self'/)
  match(policy, /base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/)
})

test('P29: the error page of a wrong redirect_uri shows it beside the registered ones, but not in production', async () => {
  const hub = await newPlatform({ redirectUris: ['http://a.example/one', 'http://a.example/two'] })
  const wrongUri = 'http://a.example/"<three>'
  const { url } = await buildAuthorizationRequest(hub, { redirect_uri: wrongUri })

  const page = await (await (await visitor()).fetch(url.href)).text()

  match(page, /<details open>/)
  match(page, /redirect_uri did not match any of the client&#39;s registered redirect_uris/)
  for (const part of ['&quot;&lt;three&gt;', 'one', 'two']) {
    ok(page.includes(`<p dir="ltr">http://a.example/${part}</p>`), part)
  }
  const production = await startServer({ SERVE: 'sso', ...inProduction })
  const strict = await (await fetch(production.url + url.pathname + url.search)).text()
  match(strict, /<details>/)
  equal(/a\.example/.test(strict), false)
})

test('P29: the error page of a wrong post_logout_redirect_uri shows it beside the registered ones', async () => {
  const hub = await newPlatform()
  const url = client.buildEndSessionUrl(hub.config, {
    post_logout_redirect_uri: 'http://evil.test/',
  })

  const headers = { accept: 'text/html' }
  const answer = await (await visitor()).fetch(url.href, { headers })

  equal(answer.status, 400)
  const page = await answer.text()
  match(page, /<p dir="ltr">http:\/\/evil\.test\/<\/p>/)
  ok(page.includes(`<p dir="ltr">http://${hub.id}.example/signed-out</p>`))
})

test('the database does not contain codes and tokens in plain text', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  const { back } = await authorize(browser, hub)
  equal(await isStored(back.searchParams.get('code') ?? ''), false)
  const { access, refresh } = await tokensOf(browser, hub)
  for (const token of [access, refresh]) equal(await isStored(token), false)
})

async function isStored(secret: string): Promise<boolean> {
  equal(secret.length, 43)
  const records = await rows<{ text: string }>(db)`select r::text as text from oidc_records r`
  ok(records.length > 0)
  return records.some(({ text }) => text.includes(secret))
}

test('an unknown path under /oidc answers 404', async () => {
  const { status } = await platformFetch(`${issuer}/nothing`, {
    method: 'GET',
    headers: {},
    body: undefined,
    redirect: 'manual',
  })
  equal(status, 404)
})
