import { fork } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { placeOf } from '../../demo/place.ts'
import { postmasterOf } from '../faults/kill.ts'
import { inDatabase, portico, startSide, type Side } from './harness.ts'
import type { Job, Sample } from './sso-client.ts'
import * as calls from './sso-calls.ts'
import { reportSso, type Round } from './sso-report.ts'

const name = 'sso'
const people = 100
/** Codes per turn. The memory store of the library holds a thousand records. */
const codes = 100
const load = { concurrency: 32, turns: 3, scale: 1 }
const oneCaller = { concurrency: 1, turns: 1, scale: 0.2 }

/**
 * Measures the calls of single sign-on against the session check and against oidc-provider without Portico, in turns in
 * one run. Clients, server and the bare library each have their own process. The limits are about the processor time of
 * server and database per response.
 */
export async function benchSso([roundsArgument]: readonly string[]): Promise<boolean> {
  const rounds = Number(roundsArgument ?? 5)
  return inDatabase({ name, durable: true }, async () => {
    const stage = await setStage()
    try {
      const played: Round[] = []
      for (let round = 0; round <= rounds; round += 1) {
        const measured = await playRound(stage, load)
        // The first round only warms up.
        if (round > 0) played.push(measured)
      }
      return reportSso(played, await playRound(stage, oneCaller))
    } finally {
      await stage.stop()
    }
  })
}

type Place = Pick<Job, 'port' | 'pids'> & { base: string; authorize: string[] }
type Stage = {
  people: calls.Person[]
  server: Place
  bare: Place
  ask: (job: Job) => Promise<Sample>
  stop: () => Promise<void>
}

async function setStage(): Promise<Stage> {
  const persons = await calls.addPeople(people)
  const server = await startSide(portico.program, portico.settings)
  const bare = await startSide(
    ['trials/bench/bare-provider.ts'],
    { BARE_PROVIDER: JSON.stringify(await bareSettings()) },
    '/.well-known/openid-configuration',
  )
  const postmaster = await postmasterOf(placeOf(`.data/bench-${name}`).data)
  const { ask, stop } = startClients()
  return {
    people: persons,
    server: {
      ...placeAt(server, postmaster),
      base: '/oidc',
      authorize: persons.map(calls.authorize),
    },
    bare: { ...placeAt(bare), base: '', authorize: [calls.authorizeWithoutSession] },
    ask,
    stop: async () => {
      stop()
      for (const side of [server, bare]) await side.stop()
    },
  }
}

function placeAt({ port, child }: Side, postmaster?: number): Pick<Job, 'port' | 'pids'> {
  return { port, pids: { server: child.pid ?? 0, postmaster } }
}

async function bareSettings(): Promise<calls.BareSettings> {
  const { db } = await import('#server/db.ts')
  const { getCurrentKey } = await import('#domain/keys/signing-key.ts')
  const { client, challenge, scope } = calls
  return { client, challenge, scope, key: (await getCurrentKey(db, 'oidc')).privateJwk }
}

function startClients(): Pick<Stage, 'ask'> & { stop: () => void } {
  const child = fork('trials/bench/sso-client.ts', { serialization: 'advanced' })
  const ask = (job: Job) =>
    new Promise<Sample>((resolve, reject) => {
      const lost = () => reject(new Error('the client process exited: its error is printed above'))
      child.once('exit', lost)
      child.once('message', (sample: Sample) => {
        child.off('exit', lost)
        resolve(sample)
      })
      child.send(job)
    })
  return { ask, stop: () => void child.kill() }
}

type Way = typeof load

/**
 * Makes each call once, immediately followed by the bare library's, so that other load on the machine affects both
 * equally.
 */
async function playRound(stage: Stage, way: Way): Promise<Round> {
  const { server, bare, people } = stage
  const { concurrency, scale } = way
  const ask = (place: Place, requests: readonly string[], many: number) =>
    stage.ask({ ...place, requests, many: many * scale, concurrency })
  const round: Round = new Map()
  round.set('session check', await ask(server, people.map(calls.sessionCheck), 5_000))
  const [ours, theirs] = await exchangeInTurns(stage, way)
  round.set('exchange', ours.sample).set('exchange, bare', theirs.sample)
  for (const [name, place, tokens] of [
    ['refresh', server, ours.tokens],
    ['refresh, bare', bare, theirs.tokens.slice(-codes)],
  ] as const) {
    const requests = tokens.map((each) => calls.refresh(place.base, each.refreshToken))
    round.set(name, await ask(place, requests, 2_000))
  }
  const accessTokens = ours.tokens.map(({ accessToken }) => accessToken)
  round.set('userinfo', await ask(server, accessTokens.map(calls.userinfo), 1_000))
  round.set('introspection', await ask(server, accessTokens.map(calls.introspect), 1_000))
  round.set('forward-auth verify', await ask(server, people.map(calls.verify), 2_000))
  for (const [name, request] of [
    ['client credentials', calls.clientCredentials],
    ['pushed request', calls.push],
  ] as const) {
    round.set(name, await ask(server, [request(server.base)], 500))
    round.set(`${name}, bare`, await ask(bare, [request(bare.base)], 500))
  }
  return round
}

type Exchanged = { sample: Sample; tokens: calls.Tokens[] }

/** Requests codes at each place and exchanges them, several times in turns. Only the exchange is measured. */
async function exchangeInTurns(
  { server, bare, ask }: Stage,
  { concurrency, turns }: Way,
): Promise<[ours: Exchanged, theirs: Exchanged]> {
  const [ours, theirs]: [Sample[], Sample[]] = [[], []]
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [place, samples] of [
      [server, ours],
      [bare, theirs],
    ] as const) {
      const authorized = await ask({
        ...place,
        requests: place.authorize,
        many: codes,
        concurrency,
      })
      // Pending writes of the codes must not count as part of their exchange.
      await delay(200)
      const requests = authorized.answers.map((each) =>
        calls.exchange(place.base, calls.codeOf(each)),
      )
      samples.push(await ask({ ...place, requests, many: codes, concurrency }))
    }
  }
  return [sumOf(ours), sumOf(theirs)]
}

function sumOf(samples: readonly Sample[]): Exchanged {
  const sum = (of: (each: Sample) => number) => samples.reduce((all, each) => all + of(each), 0)
  const answers = samples.flatMap((each) => each.answers)
  return {
    tokens: answers.map(calls.tokensOf),
    sample: {
      count: sum(({ count }) => count),
      seconds: sum(({ seconds }) => seconds),
      times: samples.flatMap(({ times }) => times),
      serverMs: sum(({ serverMs }) => serverMs),
      databaseMs: sum(({ databaseMs }) => databaseMs),
      answers,
    },
  }
}
