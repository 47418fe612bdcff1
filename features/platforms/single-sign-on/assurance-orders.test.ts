import { ok } from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import * as client from 'openid-client'
import { multiFactor, phishingResistant } from '#contract/assurance.ts'
import { acrOf, amrOf, reaches } from '#domain/platforms/assurance.ts'
import { sql } from '#server/db.ts'
import type { TestUser, Visitor } from '#test/people.ts'
import {
  buildAuthorizationRequest,
  exchange,
  follow,
  newPlatform,
  visitorOf,
  type Platform,
} from '#test/platform.ts'
import { backdate, now, updateRows } from '#test/rows.ts'

const rounds = Number(process.env['TEST_ROUNDS'] ?? 12)

const platforms = {
  any: await newPlatform(),
  mfa: await newPlatform({ requiredAcr: multiFactor }),
  phr: await newPlatform({ requiredAcr: phishingResistant }),
  young: await newPlatform({ requiredAcr: multiFactor, maxAgeMinutes: 10 }),
}
type Name = keyof typeof platforms

const methodSets = fc.constantFrom(
  ['pwd'],
  ['otp'],
  ['recovery'],
  ['pwd', 'otp'],
  ['swk', 'user'],
  ['swk', 'user', 'mfa'],
)
const step = fc.oneof(
  fc.record({ kind: fc.constant('login' as const), methods: methodSets }),
  fc.record({ kind: fc.constant('step-up' as const), methods: methodSets }),
  fc.record({ kind: fc.constant('time' as const), seconds: fc.integer({ min: 1, max: 1_500 }) }),
  fc.record({
    kind: fc.constant('open' as const),
    name: fc.constantFrom(...(Object.keys(platforms) as Name[])),
    extra: fc.record(
      {
        acr_values: fc.constantFrom(
          phishingResistant,
          multiFactor,
          'https://refeds.org/profile/sfa',
        ),
        max_age: fc.constantFrom('60', '600', '86400'),
      },
      { requiredKeys: [] },
    ),
  }),
  fc.record({ kind: fc.constant('refresh' as const) }),
)

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never
type Grant = { name: Name; refresh: string }
/** The events of a session, with their time in seconds since 1970. */
type Events = { at: number; methods: string[] }[]

test('no order of logins, step-ups, refreshes and time yields a token below the minimum, or acr and auth_time of different events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      const { ada, browser } = await visitorOf(...Object.values(platforms))
      const events: Events = []
      await recordEvent(ada, events, 'login', ['pwd', 'otp'])
      const grants: Grant[] = []
      for (const each of steps) await walk(each, { ada, browser, events, grants })
    }),
    { numRuns: rounds, endOnFailure: true },
  )
})

type Walk = { ada: TestUser; browser: Visitor; events: Events; grants: Grant[] }

async function walk(each: Step, { ada, browser, events, grants }: Walk): Promise<void> {
  if (each.kind === 'login' || each.kind === 'step-up')
    return recordEvent(ada, events, each.kind, [...each.methods])
  if (each.kind === 'time') return pass(ada, events, each.seconds)
  if (each.kind === 'open') {
    const login = await open(browser, platforms[each.name], each.extra as Record<string, string>)
    if (!login) return
    check(
      each.name,
      login.claims,
      events,
      Number((each.extra as { max_age?: string }).max_age ?? Infinity),
    )
    grants.push({ name: each.name, refresh: login.refresh })
    return
  }
  for (const { name, refresh } of grants) {
    const { config } = platforms[name]
    const tokens = await client.refreshTokenGrant(config, refresh)
    check(name, tokens.claims()!, events)
    const introspection = await client.tokenIntrospection(config, tokens.access_token)
    check(
      name,
      { acr: introspection['acr'], auth_time: Number(introspection['auth_time']) },
      events,
    )
  }
}

type Claims = { acr?: unknown; amr?: unknown; auth_time?: unknown }

function check(name: Name, { acr, amr, auth_time: at }: Claims, events: Events, maxAge?: number) {
  const floor = { any: undefined, mfa: multiFactor, phr: phishingResistant, young: multiFactor }[
    name
  ]
  ok(reaches(acr, floor as typeof multiFactor), `${String(acr)} at ${name}`)
  const candidates = events.filter((event) => Math.abs(event.at - Number(at)) <= 2)
  const fits = candidates.some(
    ({ methods }) =>
      reaches(acrOf(methods), acr as typeof multiFactor) &&
      (amr === undefined || String(amr) === String(amrOf(methods))),
  )
  ok(fits, `${JSON.stringify({ acr, amr, at })} of ${JSON.stringify(events)}`)
  // The age is checked only when the platform is opened.
  if (maxAge !== undefined) {
    const most = Math.min(maxAge, name === 'young' ? 600 : Infinity)
    ok(Date.now() / 1000 - Number(at) <= most + 3, `${name}: too old`)
  }
}

/** Changes the session as a login or a step-up does, and adds the event. */
async function recordEvent(
  { id }: TestUser,
  events: Events,
  kind: 'login' | 'step-up',
  methods: string[],
) {
  const login = kind === 'login' ? { methods, loginAt: now } : {}
  await updateRows(
    'sessions',
    { userId: id },
    { ...login, verifiedAt: now, verifiedMethods: methods },
  )
  events.push({ at: Date.now() / 1000, methods })
}

/**
 * Makes the session and the claims of its tokens older, so that issued claims keep their age relative to the events.
 */
async function pass({ id }: TestUser, events: Events, seconds: number): Promise<void> {
  const by = `${seconds} seconds`
  await backdate('sessions', { userId: id }, { createdAt: by, loginAt: by, verifiedAt: by })
  await updateRows(
    'oidc_records',
    {
      sessionId: sql`in (select id from sessions where user_id = ${id})`,
      payload: sql`? 'authTime'`,
    },
    {
      payload: sql`jsonb_set(payload, '{authTime}', to_jsonb((payload->>'authTime')::int - ${Math.round(seconds)}::int))`,
    },
  )
  for (const event of events) event.at -= seconds
}

async function open(browser: Visitor, platform: Platform, extra: Record<string, string>) {
  const request = await buildAuthorizationRequest(platform, extra)
  const { url: back } = await follow(browser, request.url)
  if (back.origin + back.pathname !== platform.callback) {
    ok(back.pathname.startsWith('/step-up/'), back.href)
    return undefined
  }
  const tokens = await exchange(platform, { ...request, back })
  return { claims: tokens.claims()!, refresh: tokens.refresh_token ?? '' }
}
