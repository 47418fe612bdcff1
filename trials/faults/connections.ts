import { db } from '#server/db.ts'
import type { Fault } from './fault.ts'
import { inviteUser } from '#test/people.ts'
import { becomeUser, logIn } from './people.ts'
import { isReady, until, type RunningServer, type Stage } from './stage.ts'

export type Counted = Map<number, number>

/** Sends many requests concurrently. Returns the number of responses by status; status 0 means no response. */
async function sendConcurrently(
  server: RunningServer,
  requests: { path: string; many: number; cookie?: string },
): Promise<Counted> {
  const answers: Counted = new Map()
  const send = async () => {
    const status = await fetch(server.url + requests.path, {
      headers: { cookie: requests.cookie ?? '' },
      signal: AbortSignal.timeout(60_000),
    }).then(
      async (answer) => {
        await answer.arrayBuffer()
        if (answer.status === 503 && !answer.headers.has('retry-after'))
          throw new Error('a 503 without Retry-After')
        return answer.status
      },
      () => 0,
    )
    answers.set(status, (answers.get(status) ?? 0) + 1)
  }
  await Promise.all(Array.from({ length: requests.many }, send))
  return answers
}

export function requireOnly(answers: Counted, allowed: readonly number[]): string {
  const unexpected = [...answers.keys()].filter((status) => !allowed.includes(status))
  const summary = [...answers].map(([status, count]) => `${count} × ${status}`).join(', ')
  if (unexpected.length > 0) throw new Error(`answers other than ${allowed.join(', ')}: ${summary}`)
  return summary
}

export async function createSession(server: RunningServer): Promise<string> {
  const person = await becomeUser(() => server.url, await inviteUser())
  await db.query('update second_factors set last_step = 0')
  const visitor = await logIn(() => server.url, person)
  return [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

async function poolExhausted(stage: Stage): Promise<string> {
  const server = await stage.startServer({ DATABASE_POOL: '1' })
  const cookie = await createSession(server)
  const requests = { path: '/api/users/me', many: 1_000, cookie }
  const summary = requireOnly(await sendConcurrently(server, requests), [200, 503])
  const after = requireOnly(await sendConcurrently(server, { ...requests, many: 10 }), [200])
  return `a thousand concurrent requests with one connection: ${summary}; afterwards ${after}`
}

async function poolHeld(stage: Stage): Promise<string> {
  const server = await stage.startServer({ DATABASE_POOL: '3' })
  const cookie = await createSession(server)
  const owner = await stage.connect(stage.ownerUrl)
  await owner.query('begin')
  await owner.query('lock table sessions in access exclusive mode')
  const requests = { path: '/api/users/me', many: 60, cookie }
  const summary = requireOnly(await sendConcurrently(server, requests), [503])
  await owner.query('rollback')
  const after = requireOnly(await sendConcurrently(server, { ...requests, many: 10 }), [200])
  return `while it was locked ${summary}; afterwards ${after}`
}

async function connectionsRefused(stage: Stage): Promise<string> {
  const server = await stage.startServer()
  const cookie = await createSession(server)
  const admin = await stage.connect(stage.adminUrl)
  const lift = () => admin.query('alter role portico_server connection limit -1')
  stage.onClose(lift)
  await admin.query('alter role portico_server connection limit 0')
  await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'portico_server' and datname = current_database()",
  )
  const requests = { path: '/api/users/me', many: 50, cookie }
  const summary = requireOnly(await sendConcurrently(server, requests), [503])
  await lift()
  await until('it has connections again', () => isReady(server))
  const after = requireOnly(await sendConcurrently(server, { ...requests, many: 10 }), [200])
  return `without any connection ${summary}; afterwards ${after}`
}

export const connections: Fault[] = [
  {
    name: 'pool-exhausted',
    what: 'a thousand concurrent requests wait for one connection',
    test: poolExhausted,
  },
  {
    name: 'table-locked',
    what: 'every connection is in use, and every request waits for a lock',
    test: poolHeld,
  },
  {
    name: 'connections-refused',
    what: 'PostgreSQL rejects new connections of the server',
    test: connectionsRefused,
  },
]
