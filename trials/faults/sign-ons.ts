import { setTimeout as wait } from 'node:timers/promises'
import { upsertSubsystem } from '#domain/platforms/subsystem.ts'
import { db, row } from '#server/db.ts'
import { codeOf, inviteUser } from '#test/people.ts'
import { purgeExpired } from '../../app/purge.ts'
import { login, verifyCode } from '../../features/account/sign-in/contract.ts'
import type { Fault } from './fault.ts'
import { becomeUser, browser, password, type Person } from './people.ts'
import type { RunningServer, Stage } from './stage.ts'

const hub = 'http://hub.example'
const addresses = 1_000
const inFlight = 50
/** The number of rounds, each measured alone and beside the flood, because the machine's load may change. */
const rounds = 6
const loginsPerRound = 3
const storedRows = 1_000_000

const request = new URLSearchParams({
  client_id: 'hub',
  response_type: 'code',
  scope: 'openid',
  redirect_uri: `${hub}/callback`,
  code_challenge: 'a'.repeat(43),
  code_challenge_method: 'S256',
})

/** Prepares a server with the production cost of a password hash, a platform and a user. */
async function prepare(stage: Stage): Promise<{ server: RunningServer; person: Person }> {
  await upsertSubsystem(db, {
    id: 'hub',
    name: 'Hub',
    url: hub,
    clientSecret: null,
    redirectUris: [`${hub}/callback`],
    postLogoutUris: [],
    backchannelLogoutUri: null,
  })
  const server = await stage.startServer({
    PASSWORD_HASH_MEMORY_KIB: '65536',
    PASSWORD_HASH_PASSES: '3',
  })
  const person = await becomeUser(() => server.url, await inviteUser())
  // Warms up, because the first requests load modules and caches.
  await timeLogins({ server, person })
  return { server, person }
}

type Prepared = Awaited<ReturnType<typeof prepare>>

/** Measures logins with password and code, each from a new browser and address. Returns milliseconds. */
async function timeLogins({ server, person }: Prepared): Promise<number[]> {
  const times: number[] = []
  for (let one = 0; one < loginsPerRound; one += 1) {
    await db.query('update second_factors set last_step = 0')
    const { call } = browser(() => server.url)
    const startTime = performance.now()
    await call(login, { body: { email: person.email, password } })
    await call(verifyCode, { body: { otp: codeOf(person.secret) } })
    times.push(performance.now() - startTime)
  }
  return times
}

function medianOf(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0
}

/** Starts sign-ons from a thousand addresses. Counts the responses by status. */
function prepareFlood({ url }: RunningServer) {
  const answers: Record<number, number> = {}
  let requestCount = 0
  let milliseconds = 0
  const sendUntil = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      const address = requestCount++ % addresses
      const answer = await fetch(`${url}/oidc/auth?${request}`, {
        redirect: 'manual',
        headers: { 'x-forwarded-for': `203.0.${113 + (address >> 8)}.${address & 255}` },
      }).catch(() => undefined)
      await answer?.arrayBuffer().catch(() => undefined)
      const status = answer?.status ?? 0
      answers[status] = (answers[status] ?? 0) + 1
      if (status !== 303) await wait(50)
    }
  }
  return {
    during: async <Result>(work: () => Promise<Result>): Promise<Result> => {
      const abortController = new AbortController()
      const startTime = performance.now()
      const senders = Array.from({ length: inFlight }, () => sendUntil(abortController.signal))
      await wait(500)
      try {
        return await work()
      } finally {
        abortController.abort()
        await Promise.all(senders)
        milliseconds += performance.now() - startTime
      }
    },
    said: () =>
      `${Math.round((requestCount / milliseconds) * 1000)} requests a second (${JSON.stringify(answers)})`,
  }
}

async function loginsDuringFlood(stage: Stage): Promise<string> {
  const prepared = await prepare(stage)
  const flood = prepareFlood(prepared.server)
  const alone: number[] = []
  const beside: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    alone.push(...(await timeLogins(prepared)))
    beside.push(...(await flood.during(() => timeLogins(prepared))))
  }
  const [before, during] = [medianOf(alone), medianOf(beside)]
  const figures = `logins ${before.toFixed(0)} ms alone, ${during.toFixed(0)} ms beside ${flood.said()}`
  if (during > 2 * before) throw new Error(figures)
  return `${figures}; ${await countRows()} rows without a login`
}

async function purgeMillion(stage: Stage): Promise<string> {
  const prepared = await prepare(stage)
  await fetch(`${prepared.server.url}/oidc/auth?${request}`, { redirect: 'manual' })
  const owner = await stage.connect(stage.ownerUrl)
  await owner.query(`
    insert into oidc_records (model, id, payload, expires_at)
    select model, 'copy-' || n, payload, now() - interval '1 minute'
    from generate_series(1, ${storedRows}) n, (select * from oidc_records where model = 'Interaction' limit 1) one`)
  const before = medianOf(await timeLogins(prepared))
  const startTime = performance.now()
  let isPurged = false
  const purging = purgeExpired().finally(() => (isPurged = true))
  const during = medianOf(await timeLogins(prepared))
  const wasBeside = !isPurged
  await purging
  const seconds = (performance.now() - startTime) / 1000
  const remaining = await countRows()
  if (remaining > 1) throw new Error(`${remaining} rows are left`)
  return `a million expired rows were deleted in ${seconds.toFixed(0)} s; logins ${before.toFixed(0)} ms before, ${during.toFixed(0)} ms ${wasBeside ? 'beside it' : 'after it'}`
}

async function countRows(): Promise<number> {
  const result = await row<{ count: number }>(db)`
    select count(*) from oidc_records where model = 'Interaction'`
  return result?.count ?? 0
}

/** Rows that anonymous visitors create at the authorization endpoint (finding C7). */
export const signOns: Fault[] = [
  {
    name: 'sign-on-flood',
    what: 'C7: 1,000 addresses start sign-ons endlessly, while other users log in',
    test: loginsDuringFlood,
  },
  {
    name: 'sign-on-purge',
    what: 'C7: 1,000,000 authorization requests that never reached the login are deleted',
    test: purgeMillion,
    limitSeconds: 900,
  },
]
