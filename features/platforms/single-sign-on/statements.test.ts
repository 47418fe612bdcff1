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

/** The maximum number of statements of a call, begin and commit included, for a recently used session. */
const statementLimits = {
  userinfo: 1,
  'introspection with a hint': 1,
  'introspection without a hint': 1,
  'introspection of a refresh token without a hint': 1,
  'code exchange': 2,
  'code exchange of a public client': 2,
  refresh: 2,
  'refresh with rotation': 2,
  'client credentials': 2,
  'pushed request': 2,
  'authorization, the first of a session': 4,
  'authorization again': 3,
}

const secret = 'a random secret'
const hub = await newPlatform({ clientSecret: secret, mayInvite: true })
const app = await newPlatform({ clientSecret: null })
const ask: Ask = (path, { body, ...request }) =>
  platformFetch(new URL(path, issuer).href, { ...request, body, redirect: 'manual' })
const [hubCalls, appCalls] = [callsOf(ask, hub, secret), callsOf(ask, app, null)]
const { browser } = await visitorOf(hub, app)

/** Prepares a call, and returns the function that makes the counted call. */
type PrepareCall = () => Promise<() => Promise<Response>>

const calls: Record<keyof typeof statementLimits, PrepareCall> = {
  userinfo: async () => {
    const { access } = await tokensOf(browser, hub)
    return () => hubCalls.userinfo(access)
  },
  'introspection with a hint': async () => {
    const { access } = await tokensOf(browser, hub)
    return () => hubCalls.introspect(access, 'access_token')
  },
  'introspection without a hint': async () => {
    const { access } = await tokensOf(browser, hub)
    return () => hubCalls.introspect(access)
  },
  'introspection of a refresh token without a hint': async () => {
    const { refresh } = await tokensOf(browser, hub)
    return () => hubCalls.introspect(refresh)
  },
  'code exchange': async () => {
    const authorized = await authorize(browser, hub)
    return () => hubCalls.exchange(authorized)
  },
  'code exchange of a public client': async () => {
    const authorized = await authorize(browser, app)
    return () => appCalls.exchange(authorized)
  },
  refresh: async () => {
    const { refresh } = await tokensOf(browser, hub)
    return () => hubCalls.refresh(refresh)
  },
  'refresh with rotation': async () => {
    const { refresh } = await tokensOf(browser, app)
    return () => appCalls.refresh(refresh)
  },
  'client credentials': async () => hubCalls.credentials,
  'pushed request': async () => {
    const { url } = await buildAuthorizationRequest(hub)
    return () => hubCalls.post('/oidc/request', Object.fromEntries(url.searchParams))
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

for (const [name, limit] of Object.entries(statementLimits)) {
  test(`${name} runs at most ${limit} statements`, async () => {
    const statements = await fewestStatements(calls[name as keyof typeof statementLimits])
    ok(statements.length <= limit, [`${statements.length} statements:`, ...statements].join('\n'))
  })
}

/** Returns the shortest of three runs, because a timer of the server may add statements. */
async function fewestStatements(prepare: PrepareCall): Promise<string[]> {
  const runs: string[][] = []
  for (let time = 0; time < 3; time += 1) {
    const call = await prepare()
    const statements = await statementsOf(async () => {
      const { status, headers } = await call()
      ok(
        status === 200 || status === 201 || headers.get('location')?.includes('code='),
        `${status}`,
      )
    })
    runs.push(statements)
  }
  return runs.toSorted((first, second) => first.length - second.length)[0] ?? []
}
