import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { authorize, newPlatform, tokensOf, visitorOf } from '#test/platform.ts'
import { startPortico } from '#test/programs.ts'
import { askAt, basicOf, callsOf, type Calls } from '#test/token-calls.ts'

const secret = 'a random secret'
const hub = await newPlatform({ clientSecret: secret, mayInvite: true })
const { ada, browser } = await visitorOf(hub)
const tokens = await tokensOf(browser, hub)
const own = basicOf(hub.id, secret)
const long = 'x'.repeat(12 * 1024)

/** Unusual ids and tokens, encoded for a form. */
const odd = [
  '%00',
  `${hub.id}%00`,
  `${tokens.access}%00`,
  '%01%02%1f%7f',
  `%0d%0a${hub.id}`,
  '%ff%fe',
  '%ED%A0%80',
  '%uD800',
  '%',
  `${hub.id}%27--`,
  '%27+or+1%3D1--',
  '%22%5C%22%7B%7D',
  '%7B%22a%22%3A1%7D',
  'null',
  '%E2%80%AE%F0%9F%92%A3',
  '__proto__',
  '',
  long,
]

/** Unusual credentials for the `Basic` scheme, before base64. */
const oddPairs = [
  Buffer.from(`${hub.id}%00:${secret}`),
  Buffer.from(`${hub.id}\0:${secret}`),
  Buffer.concat([Buffer.from([0xff, 0xfe, 0x80]), Buffer.from(`:${secret}`)]),
  Buffer.concat([Buffer.from(`${hub.id}:`), Buffer.from([0xed, 0xa0, 0x80])]),
  Buffer.from(`'; select 1--:${secret}`),
  Buffer.from(`"${hub.id}":"${secret}"`),
  Buffer.from('\u0001\u0002:\u0003'),
  Buffer.from(':'),
  Buffer.from('no colon'),
  Buffer.from(`%:${secret}`),
  Buffer.from(`${hub.id}:${'%ED%A0%80'}`),
  Buffer.from(`${'y'.repeat(9_000)}:${secret}`),
]

type HostileCall = { path: string; headers: Record<string, string>; body?: string }
type Answer = { status: number; headers: (string | null)[]; text: string }

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const withOwn = { ...form, authorization: own }
const good = 'grant_type=client_credentials&scope=invitations'

const hostile: HostileCall[] = [
  ...odd.flatMap((value): HostileCall[] => [
    { path: '/oidc/me', headers: form, body: `access_token=${value}` },
    { path: '/oidc/token/introspection', headers: withOwn, body: `token=${value}` },
    { path: '/oidc/token/introspection', headers: form, body: `token=a&client_id=${value}` },
    {
      path: '/oidc/token',
      headers: withOwn,
      body: `grant_type=refresh_token&refresh_token=${value}`,
    },
    {
      path: '/oidc/token',
      headers: withOwn,
      body: `grant_type=authorization_code&code=${value}&redirect_uri=${value}&code_verifier=${value}`,
    },
    {
      path: '/oidc/token',
      headers: form,
      body: `${good}&client_id=${value}&client_secret=${value}`,
    },
  ]),
  ...oddPairs.flatMap((pair): HostileCall[] => {
    const headers = { ...form, authorization: `Basic ${pair.toString('base64')}` }
    return [
      { path: '/oidc/token', headers, body: good },
      { path: '/oidc/token/introspection', headers, body: `token=${tokens.access}` },
    ]
  }),
  { path: '/oidc/me', headers: { authorization: `Bearer ${long}` } },
  { path: '/oidc/me', headers: { authorization: 'Bearer a%00b' } },
  { path: '/oidc/me', headers: { authorization: "Bearer ' or 1=1--" } },
  { path: '/oidc/me', headers: { authorization: 'Bearer \u00ff\u0080' } },
  { path: '/oidc/me', headers: { authorization: 'Bearer' } },
  { path: '/oidc/me?access_token=a&access_token=b', headers: {} },
  { path: '/oidc/me', headers: form, body: `access_token=${tokens.access}&access_token=b` },
  {
    path: '/oidc/me',
    headers: { ...form, authorization: `Bearer ${tokens.access}` },
    body: `access_token=${tokens.access}`,
  },
  { path: '/oidc/token/introspection', headers: withOwn, body: `token=${tokens.access}&token=b` },
  {
    path: '/oidc/token/introspection',
    headers: withOwn,
    body: `token=a&token_type_hint=access_token&token_type_hint=refresh_token`,
  },
  ...[[hub.id], [[hub.id]], { id: hub.id }, 1, true, null].flatMap((sub): HostileCall[] => {
    const part = Buffer.from(JSON.stringify({ sub })).toString('base64url')
    const assertion = `${good}&client_assertion=e30.${part}.c2ln`
    return ['/oidc/token', '/oidc/token/introspection', '/oidc/request', '/oidc/me'].map(
      (path) => ({ path, headers: form, body: assertion }),
    )
  }),
  { path: '/oidc/token', headers: withOwn, body: `${good}&${good}` },
  { path: '/oidc/token', headers: withOwn, body: `${good}&client_id=a&client_id=b` },
  {
    path: '/oidc/token',
    headers: withOwn,
    body: `grant_type=refresh_token&refresh_token=a&refresh_token=b`,
  },
  {
    path: '/oidc/token',
    headers: { ...withOwn, 'content-type': 'application/json' },
    body: '{"a":',
  },
  { path: '/oidc/token', headers: withOwn, body: `${good}&${'z'.repeat(200_000)}` },
]

/** Calls that must be answered correctly in the same batch. */
const validCalls: ((calls: Calls) => Promise<Response>)[] = [
  (at) => at.userinfo(tokens.access),
  (at) => at.introspect(tokens.access),
  (at) => at.introspect(tokens.refresh, 'refresh_token'),
  (at) => at.refresh(tokens.refresh),
  (at) => at.credentials(),
]

test('in a batch of 64 concurrent calls valid ones are answered, and hostile ones are refused like single calls', async (t) => {
  const { url, log } = await startPortico(t, { SERVE: 'users,sso' })
  const calls = callsOf(askAt(url), hub, secret)
  const alone = new Map<HostileCall, Answer>()
  for (const each of hostile) alone.set(each, await send(url, each))
  for (const [{ path, headers, body }, { status, text }] of alone) {
    const isRefused = status >= 400 && status < 500
    const isInactive = status === 200 && text === '{"active":false}'
    ok(
      isRefused || isInactive,
      `${status} ${text} for ${path} ${JSON.stringify([headers, body]).slice(0, 200)}`,
    )
  }

  for (let from = 0; from < hostile.length; from += 32) {
    const batch = Array.from({ length: 32 }, (_, at) => hostile[(from + at) % hostile.length]!)
    const authorized = await authorize(browser, hub)
    const pairs = batch.map(async (each, at) => {
      const ask = at === 0 ? () => calls.exchange(authorized) : validCalls[at % validCalls.length]!
      const [refused, answer] = await Promise.all([send(url, each), ask(calls)])
      deepEqual(refused, alone.get(each))
      equal(answer.status, 200)
      assertValid((await answer.json()) as Record<string, unknown>)
    })
    await Promise.all(pairs)
  }
  deepEqual(
    log().filter(({ level }) => level === 'error'),
    [],
  )
})

/** Asserts that userinfo and introspection are about Ada, and that other responses contain a token. */
function assertValid(body: Record<string, unknown>): void {
  if ('sub' in body) equal(body['sub'], ada.id)
  else ok(body['access_token'], JSON.stringify(body))
  ok(body['active'] !== false)
}

/** The headers that are equal for equal calls, unlike the date and the request id. */
const comparedHeaders = ['content-type', 'www-authenticate', 'cache-control', 'location']

async function send(url: string, { path, headers, body }: HostileCall): Promise<Answer> {
  const method = body === undefined ? 'GET' : 'POST'
  const answer = await askAt(url)(path, { method, headers, ...(body !== undefined && { body }) })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: comparedHeaders.map((each) => answer.headers.get(each)),
    text,
  }
}
