import { equal, match, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import * as client from 'openid-client'
import { db, rows } from '#server/db.ts'
import { visitor } from '#test/people.ts'
import { discover } from '#test/platform-client.ts'
import {
  buildAuthorizationRequest,
  exchange,
  follow,
  newPlatform,
  visitorOf,
} from '#test/platform.ts'
import { ago, updateRows } from '#test/rows.ts'

test('a pushed authorization request is single-use and immutable', async () => {
  const hub = await newPlatform()
  const { ada, browser } = await visitorOf(hub)
  const request = await buildAuthorizationRequest(hub)
  const pushedUrl = await client.buildAuthorizationUrlWithPAR(hub.config, request.url.searchParams)
  match(pushedUrl.searchParams.get('request_uri') ?? '', /^urn:ietf:params:oauth:request_uri:/)
  pushedUrl.searchParams.set('redirect_uri', 'http://evil.test/callback')
  pushedUrl.searchParams.set('scope', 'openid')

  const { url: back } = await follow(browser, pushedUrl)
  equal(back.origin + back.pathname, hub.callback)
  equal((await exchange(hub, { ...request, back })).claims()?.sub, ada.id)

  const { url, answer } = await follow(browser, pushedUrl)
  equal(url.searchParams.get('code'), null)
  equal(answer.status, 400)
})

test('exactly one of 10 browsers with one pushed request gets a code', async () => {
  const hub = await newPlatform()
  const browsers = await Promise.all(Array.from({ length: 10 }, () => visitorOf(hub)))
  const request = await buildAuthorizationRequest(hub)
  const pushedUrl = await client.buildAuthorizationUrlWithPAR(hub.config, request.url.searchParams)

  const endings = await Promise.all(browsers.map(({ browser }) => follow(browser, pushedUrl)))

  equal(endings.filter(({ url }) => url.searchParams.has('code')).length, 1)
})

test('a pushed request survives the login but expires after a minute if no login begins', async () => {
  const hub = await newPlatform()
  const { browser: loggedIn } = await visitorOf(hub)
  const browser = await visitor()
  const request = await buildAuthorizationRequest(hub)
  const pushedUrl = await client.buildAuthorizationUrlWithPAR(hub.config, request.url.searchParams)
  const late = await client.buildAuthorizationUrlWithPAR(hub.config, request.url.searchParams)

  const { url } = await follow(browser, pushedUrl)
  equal(url.pathname, '/login')
  for (const cookie of loggedIn.cookies) browser.cookies.set(...cookie)
  const { url: back } = await follow(browser, url.searchParams.get('redirect') ?? '')
  ok((await exchange(hub, { ...request, back })).access_token)

  await updateRows(
    'oidc_records',
    { model: 'PushedAuthorizationRequest' },
    { expiresAt: ago('1 second') },
  )
  equal((await follow(browser, late)).answer.status, 400)
})

test('pushing a request requires client authentication', async () => {
  const before = await countPushedRequests()
  const hub = await newPlatform()
  const config = await discover(hub.id, client.ClientSecretBasic('a guess'))

  await rejects(
    client.buildAuthorizationUrlWithPAR(
      config,
      (await buildAuthorizationRequest(hub)).url.searchParams,
    ),
    {
      status: 401,
    },
  )
  const after = await countPushedRequests()
  equal(after, before)
})

/** Returns the number of all pushed requests, because their encoded payload cannot be searched for the platform. */
async function countPushedRequests(): Promise<number> {
  const model = 'PushedAuthorizationRequest'
  return (await rows(db)`select id from oidc_records where model = ${model}`).length
}
