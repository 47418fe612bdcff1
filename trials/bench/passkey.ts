import { performance } from 'node:perf_hooks'
import type { AssertionOptions } from '#contract/passkey.ts'
import type { SoftwareAuthenticator } from '#test/software-authenticator.ts'
import { placeOf } from '../../demo/place.ts'
import { postmasterOf } from '../faults/kill.ts'
import {
  ask,
  inDatabase,
  median,
  openConnections,
  portico,
  report,
  startSide,
  type Figure,
  type Side,
} from './harness.ts'
import {
  addPeople,
  currentCode,
  forgetSession,
  isLoggedIn,
  password,
  requestOf,
  takeCookies,
  type Person,
} from './person.ts'
import { databaseMs, processorMs } from './processor.ts'

const name = 'passkey'
const concurrency = 24
const many = 120
/** Logins per user and round. A login by passkey is short: several make a round as long as one with a password. */
const ways = { passkey: 4, password: 1 }
type Way = keyof typeof ways

type Visitor = Person & { authenticator: SoftwareAuthenticator; csrfToken: string; body: string }
/** A call and the fields of its body. They, and a passkey's signature, are computed before the clock runs. */
type Step = { what: string; fields: (visitor: Visitor) => object }

const steps: Record<Way, readonly Step[]> = {
  passkey: [
    { what: 'POST /api/users/login/passkey/initiate', fields: () => ({}) },
    {
      what: 'POST /api/users/login/passkey',
      fields: ({ authenticator, body }) => ({ response: authenticator.assert(optionsIn(body)) }),
    },
  ],
  password: [
    { what: 'POST /api/users/login', fields: ({ email }) => ({ email, password }) },
    {
      what: 'POST /api/users/login/verify-mfa',
      fields: (visitor) => ({ otp: currentCode(visitor) }),
    },
  ],
}

/** Measures complete logins over HTTP by passkey against those by password and code, in turns on one server. */
export async function benchPasskey([roundsArgument]: readonly string[]): Promise<boolean> {
  const rounds = Number(roundsArgument ?? 8)
  const settings = { TRUSTED_PROXIES: '127.0.0.1/32' }
  return inDatabase({ name, durable: true, settings }, async () => {
    const visitors = await addVisitors()
    const side = await startSide(portico.program, portico.settings)
    const rates = await measure(side, visitors, rounds).finally(side.stop)
    return report(name, [
      { name: 'login by passkey beside password and code', ...besides(rates, 0, '/s'), least: 5 },
      {
        name: 'the same, of processor time of server and PostgreSQL',
        ...besides(rates, 1, ' a second of a core'),
        least: 5,
      },
    ])
  })
}

async function addVisitors(): Promise<Visitor[]> {
  const { config } = await import('#server/config.ts')
  const { givePasskey } = await import('#test/passkeys.ts')
  const { passwordHashMemoryKib: memoryKib, passwordHashPasses: passes } = config
  const visitors: Visitor[] = []
  for (const person of await addPeople(many, { memoryKib, passes })) {
    const authenticator = await givePasskey({ ...person, password })
    visitors.push({ ...person, authenticator, csrfToken: '', body: '' })
  }
  return visitors
}

/** Logins per second, and logins per second of processor time. */
type Rates = [number, number]

async function measure(
  side: Side,
  visitors: readonly Visitor[],
  rounds: number,
): Promise<Record<Way, Rates[]>> {
  const { db } = await import('#server/db.ts')
  const rates: Record<Way, Rates[]> = { passkey: [], password: [] }
  for (let round = 0; round <= rounds; round += 1) {
    for (const way of round % 2
      ? (['passkey', 'password'] as const)
      : (['password', 'passkey'] as const)) {
      const measured = await logInAll(side, visitors, way)
      // The first round only warms up.
      if (round > 0) rates[way].push(measured)
    }
    // A code is valid once. Allow it again.
    await db.query('update second_factors set last_step = 0')
  }
  return rates
}

/** Runs each step for all visitors, `concurrency` at a time. The time between the steps is not measured. */
async function logInAll(side: Side, visitors: readonly Visitor[], way: Way): Promise<Rates> {
  let [seconds, processor] = [0, 0]
  for (let turn = 0; turn < ways[way]; turn += 1) {
    for (const visitor of visitors) forgetSession(visitor)
    await callAll(side, visitors, { what: 'GET /api/csrf', fields: () => ({}) })
    for (const step of steps[way]) {
      const before = await costSoFar(side)
      seconds += await callAll(side, visitors, step)
      processor += ((await costSoFar(side)) - before) / 1000
    }
    if (!visitors.every(isLoggedIn)) throw new Error(`not all are logged in by ${way}`)
  }
  const logins = visitors.length * ways[way]
  return [logins / seconds, logins / processor]
}

async function callAll(
  { port }: Side,
  visitors: readonly Visitor[],
  { what, fields }: Step,
): Promise<number> {
  const sockets = await openConnections(port, concurrency)
  const queue = visitors.map((visitor) => {
    const { csrfToken } = visitor
    return { visitor, request: requestOf(visitor, what, { csrfToken, ...fields(visitor) }) }
  })
  const answers: { visitor: Visitor; answer: string }[] = []
  const startTime = performance.now()
  await Promise.all(
    sockets.map(async (socket) => {
      for (let next = queue.pop(); next; next = queue.pop())
        answers.push({ visitor: next.visitor, answer: await ask(socket, next.request) })
    }),
  )
  const seconds = (performance.now() - startTime) / 1000
  for (const socket of sockets) socket.destroy()
  for (const { visitor, answer } of answers) {
    visitor.csrfToken = takeCookies(visitor, answer)
    visitor.body = answer.slice(answer.indexOf('\r\n\r\n') + 4)
  }
  return seconds
}

function optionsIn(body: string): AssertionOptions {
  return JSON.parse(body) as AssertionOptions
}

async function costSoFar({ child }: Side): Promise<number> {
  const postmaster = (await postmasterOf(placeOf(`.data/bench-${name}`).data)) ?? 0
  return (await processorMs(child.pid ?? 0)) + (await databaseMs(postmaster))
}

function besides(
  { passkey, password }: Record<Way, Rates[]>,
  which: 0 | 1,
  unit: string,
): Pick<Figure, 'here' | 'beside' | 'ratio'> {
  const [ours, others] = [passkey.map((each) => each[which]), password.map((each) => each[which])]
  return {
    here: `${median(ours).toFixed(1)}${unit}`,
    beside: `${median(others).toFixed(1)}${unit}`,
    ratio: median(ours.map((one, at) => one / (others[at] ?? 1))),
  }
}
