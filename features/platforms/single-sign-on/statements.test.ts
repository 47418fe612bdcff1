import { ok } from 'node:assert/strict'
import { test } from 'node:test'
import { issuer, platformFetch } from '#test/platform-client.ts'
import {
  authorize,
  buildAuthorizationRequest,
  newPlatform,
  tokensOf,
  visitorOf,
} from '#test/platform.ts'
import { statementsOf } from '#test/statements.ts'
import { callsOf, type Ask } from '#test/token-calls.ts'

/** The most statements that a call sends, begin and commit included, for a session that was seen lately. */
const most = {
  userinfo: 1,
  'introspection with a hint': 1,
  'introspection without a hint': 1,
  'introspection of a refresh token without a hint': 1,
  'code exchange': 2,
  'code exchange of a public client': 2,
  refresh: 2,
  'refresh with rotation': 2,
  'client credentials': 2,
  'pushed request': 3,
  'authorization, the first of a session': 4,
  'authorization again': 3,
}

const secret = 'a random secret'
const hub = await newPlatform({ clientSecret: secret, mayInvite: true })
const app = await newPlatform({ clientSecret: null })
const ask: Ask = (path, { body, ...asked }) =>
  platformFetch(new URL(path, issuer).href, { ...asked, body, redirect: 'manual' })
const [ofHub, ofApp] = [callsOf(ask, hub, secret), callsOf(ask, app, null)]
const { browser } = await visitorOf(hub, app)

/** Does what must be there before, and returns the call that is counted. */
type Prepared = () => Promise<() => Promise<Response>>

const calls: Record<keyof typeof most, Prepared> = {
  userinfo: async () => {
    const { access } = await tokensOf(browser, hub)
    return () => ofHub.userinfo(access)
  },
  'introspection with a hint': async () => {
    const { access } = await tokensOf(browser, hub)
    return () => ofHub.introspect(access, 'access_token')
  },
  'introspection without a hint': async () => {
    const { access } = await tokensOf(browser, hub)
    return () => ofHub.introspect(access)
  },
  'introspection of a refresh token without a hint': async () => {
    const { refresh } = await tokensOf(browser, hub)
    return () => ofHub.introspect(refresh)
  },
  'code exchange': async () => {
    const authorized = await authorize(browser, hub)
    return () => ofHub.exchange(authorized)
  },
  'code exchange of a public client': async () => {
    const authorized = await authorize(browser, app)
    return () => ofApp.exchange(authorized)
  },
  refresh: async () => {
    const { refresh } = await tokensOf(browser, hub)
    return () => ofHub.refresh(refresh)
  },
  'refresh with rotation': async () => {
    const { refresh } = await tokensOf(browser, app)
    return () => ofApp.refresh(refresh)
  },
  'client credentials': async () => ofHub.credentials,
  'pushed request': async () => {
    const { url } = await buildAuthorizationRequest(hub)
    return () => ofHub.post('/oidc/request', Object.fromEntries(url.searchParams))
  },
  'authorization, the first of a session': async () => {
    const visitor = await visitorOf(hub)
    const { url } = await buildAuthorizationRequest(hub)
    return () => visitor.browser.fetch(url.href)
  },
  'authorization again': async () => {
    await authorize(browser, hub)
    const { url } = await buildAuthorizationRequest(hub)
    return () => browser.fetch(url.href)
  },
}

for (const [name, limit] of Object.entries(most)) {
  test(`${name} takes at most ${limit} statements`, async () => {
    const statements = await fewest(calls[name as keyof typeof most])
    ok(statements.length <= limit, [`${statements.length} statements:`, ...statements].join('\n'))
  })
}

/** Of three times, since a timer of the server may come in between. */
async function fewest(prepare: Prepared): Promise<string[]> {
  const times: string[][] = []
  for (let time = 0; time < 3; time += 1) {
    const call = await prepare()
    const statements = await statementsOf(async () => {
      const { status, headers } = await call()
      ok(
        status === 200 || status === 201 || headers.get('location')?.includes('code='),
        `${status}`,
      )
    })
    times.push(statements)
  }
  return times.toSorted((one, other) => one.length - other.length)[0] ?? []
}
