import type { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { adminId, pathOf } from './admin-cases.ts'
import { idOf, tokens } from './admin-rows.ts'
import { ask, openConnection, type Side } from './harness.ts'
import { currentCode, password, requestOf, takeCookies, type Person } from './person.ts'
import * as sso from './sso-calls.ts'

/** A server with its database, and the users who log in there, with their cookies. */
export type Place = { side: Side; url: string; people: Person[] }

/** Milliseconds of each call, in the order of the calls. */
export type Times = Record<keyof typeof calls, number[]>

type Stage = {
  socket: Socket
  admin: pg.Client
  people: Person[]
  refreshTokens: string[]
}

/** Number of users whose calls are measured. The others make the light load. */
export const measured = 16

const admins = `cookie: portico-admin=${tokens.superAdmin}`

type Call = (stage: Stage, turn: number) => Promise<unknown>

const calls = {
  'session check': (({ socket, people }) => check(socket, any(people))) as Call,
  login: (({ socket, people }) => logIn(socket, any(people))) as Call,
  refresh: (({ socket, refreshTokens }) =>
    ask(socket, sso.refresh('/oidc', any(refreshTokens)))) as Call,
  'audit search': (({ socket }, turn) => read(socket, searches, turn)) as Call,
  'users’ list': (({ socket }, turn) => read(socket, lists, turn)) as Call,
}

export const names = Object.keys(calls) as (keyof Times)[]

/** Makes each call at every place in turn, so that other load affects all equally. The first eight turns warm up. */
export async function measureInTurns(places: readonly Place[], turns: number): Promise<Times[]> {
  const stages = []
  for (const place of places) stages.push(await setStage(place))
  const times = places.map(() =>
    Object.fromEntries(names.map((name) => [name, []])),
  ) as never as Times[]
  for (let turn = -8; turn < turns; turn += 1) {
    const order = [...stages.entries()]
    for (const name of names) {
      for (const [at, stage] of turn % 2 === 0 ? order : order.toReversed()) {
        if (name === 'login') await allowCodes(stage.admin, stage.people)
        const start = performance.now()
        await calls[name](stage, turn)
        if (turn >= 0) times[at]?.[name].push(performance.now() - start)
      }
    }
  }
  for (const { socket, admin } of stages) {
    socket.destroy()
    await admin.end()
  }
  return times
}

async function setStage({ side, url, people: all }: Place): Promise<Stage> {
  const people = all.slice(0, measured)
  const admin = new pg.Client({ connectionString: url })
  admin.on('error', () => undefined)
  await admin.connect()
  await admin.query(`
    insert into admin_sessions (id, admin_id, token_hash, browser, ip_address, methods, expires_at)
    values (gen_random_uuid(), '${adminId}', sha256('${tokens.superAdmin}'), 'Chrome on Windows', '127.0.0.1',
            '{pwd,otp}', now() + interval '12 hours')
    on conflict (token_hash) do update set last_seen_at = now(), expires_at = excluded.expires_at`)
  const socket = await openConnection(side.port)
  await allowCodes(admin, people)
  for (const person of people) await logIn(socket, person)
  const refreshTokens = []
  for (const person of people) {
    refreshTokens.push((await openPlatform(socket, person)).refreshToken)
  }
  return { socket, admin, people, refreshTokens }
}

/** Resets the last used time step, so that a one-time code can be used again. */
export async function allowCodes(admin: pg.Client, people: readonly Person[]): Promise<void> {
  await admin.query(
    'update second_factors set last_step = 0 where user_id = any($1) and confirmed_at is not null',
    [people.map(({ id }) => id)],
  )
}

/** Logs in with password and code, from the user's browser. */
export async function logIn(socket: Socket, person: Person): Promise<void> {
  await completeLogin(socket, person, await beginLogin(socket, person))
}

/** Returns the CSRF token for the second step. */
export async function beginLogin(socket: Socket, person: Person): Promise<string> {
  person.cookies.delete('portico')
  const csrfToken = await send(socket, person, 'GET /api/csrf')
  const { email } = person
  return send(socket, person, 'POST /api/users/login', { csrfToken, email, password })
}

export async function completeLogin(socket: Socket, person: Person, csrfToken: string) {
  const otp = currentCode(person)
  await send(socket, person, 'POST /api/users/login/verify-mfa', { csrfToken, otp })
}

async function send(socket: Socket, person: Person, what: string, fields = {}): Promise<string> {
  return takeCookies(person, await ask(socket, requestOf(person, what, fields)))
}

export async function openPlatform(socket: Socket, { cookies }: Person): Promise<sso.Tokens> {
  const person = { session: cookies.get('portico') ?? '', access: '' }
  const code = sso.codeOf(await ask(socket, sso.authorize(person)))
  return sso.tokensOf(await ask(socket, sso.exchange('/oidc', code)))
}

export function check(socket: Socket, person: Person): Promise<string> {
  return ask(socket, requestOf(person, 'GET /api/users/me'))
}

/** The filters that admins use most, in turn. */
const searches = [
  {},
  { action: 'login_succeeded' },
  { user: idOf('user', 77) },
  { ipAddress: '10.7.0.7' },
].map((query) => pathOf('/admin/auditlogs', query))

const lists = [{}, { sort: '-lastLogin' }, { status: 'invited' }, { q: 'Keller500' }].map((query) =>
  pathOf('/admin/users', query),
)

function read(socket: Socket, paths: readonly string[], turn: number): Promise<string> {
  const path = paths[Math.abs(turn) % paths.length]
  return ask(socket, `GET /api${path} HTTP/1.1\r\nhost: localhost\r\n${admins}\r\n\r\n`)
}

function any<Item>(items: readonly Item[]): Item {
  return items[Math.floor(Math.random() * items.length)] as Item
}
