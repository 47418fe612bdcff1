import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { getMe } from '#contract/me.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { codeOf, type TestUser } from '#test/people.ts'
import { adminLogin, verifyAdminCode } from '../../features/account/sign-in/admin-contract.ts'
import { login, verifyCode } from '../../features/account/sign-in/contract.ts'
import { beginTwoFactor, confirmTwoFactor } from '../../features/account/two-factor/contract.ts'
import { addInvitation, listInvitations } from '../../features/admin/invitations/contract.ts'
import { listUsers } from '../../features/admin/users/contract.ts'
import { browser, isLoggedIn, trySignUp, password as newPassword, type Guest } from './people.ts'
import type { ReleaseData } from './release-data.ts'

/** The calls of users, invited users, an admin and a platform, repeated at a fixed rate. */
export type Kind = 'login' | 'session check' | 'refresh' | 'joining' | 'admin work'
type Done = { kind: Kind; phase: string; ms: number }
export type Load = {
  done: Done[]
  failed: string[]
  /**
   * The number of users who set up an authenticator again, because the setup started in one version and ended in the
   * other.
   */
  again: number
  /** The name of the phase of subsequent calls. */
  phase: string
  stop(): Promise<void>
  /** Counts the sessions, and those that are no longer valid. */
  countSessions(): Promise<{ all: number; lost: number }>
}

const every = {
  login: 1_000,
  'session check': 250,
  refresh: 1_000,
  joining: 5_000,
  'admin work': 2_000,
}
/** The numbers of users and invitations: a one-time code works once, and the next comes after 30 seconds. */
export const needed = { users: 48, guests: 60 }
const platform = { id: 'hub', callback: 'http://hub.example/callback' }

/** Accepts any reply, because the previous version may return fewer fields. */
const lax = <E extends Endpoint>(endpoint: E) => ({ ...endpoint, reply: z.any() })

export async function startLoad(at: string, data: ReleaseData): Promise<Load> {
  const sessions: Call[] = []
  const admin = await logInAdmin(at, data.admin)
  const tokens: Tokens[] = []
  for (const user of data.users.slice(0, 8)) {
    const visitor = browser(() => at)
    await logInUser(visitor.call, user)
    sessions.push(visitor.call)
    tokens.push(await enterPlatform(at, visitor.cookies, data.secret))
  }
  const load: Load = {
    done: [],
    failed: [],
    again: 0,
    phase: 'usual',
    stop: async () => {},
    countSessions: () => countSessions(sessions),
  }
  // The first eight users are in the sessions above, and wait for their next code.
  const users = data.users.slice(8)
  const guests = [...data.guests]
  const work: Record<Kind, (count: number) => Promise<unknown>> = {
    login: async (count) => {
      const { call } = browser(() => at)
      await logInUser(call, users[count % users.length]!)
      sessions.push(call)
    },
    'session check': (count) => checkSession(sessions[count % sessions.length]!),
    refresh: (count) => refresh(at, tokens[count % tokens.length]!, data.secret),
    joining: async () => {
      const guest = guests.shift()
      if (guest) sessions.push(await join(at, guest, () => (load.again += 1)))
    },
    'admin work': (count) => doAdminWork(admin, count),
  }
  const abortController = new AbortController()
  const running = Object.entries(every).map(([kind, ms]) =>
    keepDoing(kind as Kind, ms, work[kind as Kind], load, abortController.signal),
  )
  load.stop = async () => {
    abortController.abort()
    await Promise.all(running)
  }
  return load
}

/** Starts a call at this interval in milliseconds, regardless of how long each call takes. */
async function keepDoing(
  kind: Kind,
  everyMs: number,
  work: (count: number) => Promise<unknown>,
  load: Load,
  signal: AbortSignal,
): Promise<void> {
  const open = new Set<Promise<void>>()
  for (let count = 0; !signal.aborted; count += 1) {
    const { phase } = load
    const startTime = performance.now()
    const doing = work(count)
      .then(() => void load.done.push({ kind, phase, ms: performance.now() - startTime }))
      .catch((error: Error) => void load.failed.push(`${phase}: ${kind}: ${describe(error)}`))
      .finally(() => open.delete(doing))
    open.add(doing)
    await wait(everyMs)
  }
  await Promise.all(open)
}

function describe(error: Error & { code?: unknown }): string {
  const cause = error.cause instanceof Error ? `: ${describe(error.cause)}` : ''
  return `${error.message} ${error.code ?? ''}${cause}`
}

async function logInUser(call: Call, { email, password, secret }: TestUser): Promise<void> {
  await call(lax(login), { body: { email, password } })
  await call(lax(verifyCode), { body: { otp: codeOf(secret) } })
}

async function logInAdmin(at: string, { email, password, secret }: TestUser): Promise<Call> {
  const { call } = browser(() => at)
  await call(lax(adminLogin), { body: { email, password } })
  await call(lax(verifyAdminCode), { body: { otp: codeOf(secret) } })
  return call
}

async function checkSession(call: Call): Promise<void> {
  await call(lax(getMe), {})
}

async function countSessions(sessions: readonly Call[]): Promise<{ all: number; lost: number }> {
  let lost = 0
  for (const call of sessions) await checkSession(call).catch(() => (lost += 1))
  return { all: sessions.length, lost }
}

async function join(at: string, guest: Guest, onAgain: () => void): Promise<Call> {
  const { call } = browser(() => at)
  await trySignUp(call, guest)
  for (let tries = 1; ; tries += 1) {
    await call(lax(login), { body: { email: guest.email, password: newPassword } })
    try {
      const { secret } = (await call(lax(beginTwoFactor), { body: {} })) as { secret: string }
      await call(lax(confirmTwoFactor), { body: { otp: codeOf(secret) } })
      return call
    } catch (error) {
      const isExpired = error instanceof Refusal && error.code === errorCodes.loginExpired
      // While both versions run, about every second attempt ends in the other version.
      if (!isExpired || tries === 12) throw error
      onAgain()
      // One more call: otherwise each attempt could begin at the one version and end at the other, by turns.
      await isLoggedIn(call)
    }
  }
}

async function doAdminWork(call: Call, count: number): Promise<void> {
  const users = (await call(lax(listUsers), { query: { q: 'byron' } })) as unknown[]
  if (users.length === 0) throw new Error('the list of users is empty')
  await call(lax(listInvitations), { query: {} })
  if (count % 4 > 0) return
  const body = { email: `invited${count}@quay.example`, firstname: 'Mary', lastname: 'Somerville' }
  const partners = (users as { partner: { id: string } | null }[]).map(({ partner }) => partner?.id)
  await call(lax(addInvitation), {
    body: {
      ...body,
      partnerId: partners.find((id) => id) ?? '',
      subsystems: [platform.id],
      preferredLanguage: 'en',
    },
  })
}

type Tokens = { refresh: string }

/** Runs the authorization code flow of a browser and a platform with a secret. */
async function enterPlatform(
  at: string,
  cookies: ReadonlyMap<string, string>,
  secret: string,
): Promise<Tokens> {
  const verifier = 'v'.repeat(43)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  const query = new URLSearchParams({
    client_id: platform.id,
    response_type: 'code',
    redirect_uri: platform.callback,
    scope: 'openid profile email',
    code_challenge: Buffer.from(digest).toString('base64url'),
    code_challenge_method: 'S256',
  })
  const jar = new Map(cookies)
  let url = new URL(`${at}/oidc/auth?${query}`)
  for (let step = 0; step < 6 && !url.searchParams.has('code'); step += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    const next = new URL(answer.headers.get('location') ?? '', url)
    // Redirects name the portal's public address, so they are sent to the local server instead.
    url = next.host === 'localhost:8080' ? new URL(next.pathname + next.search, at) : next
  }
  const code = url.searchParams.get('code')
  if (!code) throw new Error(`no code: ${url}`)
  const form = { grant_type: 'authorization_code', code, redirect_uri: platform.callback }
  const answered = await askForTokens(at, { ...form, code_verifier: verifier }, secret)
  return { refresh: answered.refresh_token ?? '' }
}

async function refresh(at: string, tokens: Tokens, secret: string): Promise<void> {
  const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh }
  const answered = await askForTokens(at, form, secret)
  tokens.refresh = answered.refresh_token ?? tokens.refresh
}

async function askForTokens(at: string, form: Record<string, string>, secret: string) {
  const proof = `${platform.id}:${encodeURIComponent(secret).replaceAll('%20', '+')}`
  const answer = await fetch(`${at}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(proof).toString('base64')}` },
    body: new URLSearchParams(form),
  })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return (await answer.json()) as { refresh_token?: string }
}

/** Returns the 99th percentile of the durations in milliseconds. */
export function percentile99(done: readonly Done[]): number {
  const times = done.map(({ ms }) => ms).sort((one, other) => one - other)
  return times[Math.min(times.length - 1, Math.floor(times.length * 0.99))] ?? 0
}
