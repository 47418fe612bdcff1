import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { inDatabase, median, startSide } from '../bench/harness.ts'
import { withLimits } from '#test/limits.ts'
import { Connection, type Answer, type RawRequest } from './connection.ts'
import { endpoints, type Endpoint } from './endpoints.ts'
import { plansOf, writeRequest, type Plan } from './requests.ts'

/** Runs `npm run trials -- fuzz [--requests 20000] [--seed 1] [--replay <file>] [part of an endpoint …]`. */
const { values: options, positionals } = parseArgs({
  options: { requests: { type: 'string' }, seed: { type: 'string' }, replay: { type: 'string' } },
  allowPositionals: true,
})
const wanted = Number(options.requests ?? 20_000)
const seed = Number(options.seed ?? 1)
const concurrency = 12
/** The number of consecutive requests to one endpoint, so that fast-check generates many together. */
const batch = 25
const insideAtLeast = 200
/** The time that a busy machine sometimes needs for a small response; the expensive inputs take seconds. */
const costlyMs = 50
const results = 'test-results/fuzz.json'

type Failure = { why: string; endpoint: string; plan: Plan; request: string; answer: string }
type Tally = {
  sent: number
  inside: number
  /** The number of unchanged requests that match the contract, and how many of them reached the action. */
  expected: number
  expectedInside: number
  /** The number of responses by status or code to requests that did not reach the action. */
  outside: Record<string, number>
  valid?: Plan
  times: number[]
  slow: { plan: Plan; ms: number }[]
}

const counts: Record<string, number> = {}
const tallies = new Map<string, Tally>()
const failures: Failure[] = []
/** The codes of responses from CSRF protection, access checks and parsing, before the action runs. */
const outside = new Set([
  400001, 401001, 401101, 401301, 403001, 403002, 403003, 405001, 408001, 413001, 415001, 429001,
  429201, 431001,
])

/** Errors that only the action itself detects, after parsing. */
const byAction =
  /"rule":"(idTaken|emailTaken|hasAccess|alreadyInvited|userInactive|unknownPlatform|unknownPartner|proofNeeded|pkceNeeded|notOfCompany)"/

const isGood = await inDatabase(
  {
    name: `fuzz-${process.pid}`,
    settings: {
      PUBLIC_URL: 'http://localhost:8080',
      TRUSTED_PROXIES: '127.0.0.1/32',
      SERVE: 'users,admin,sso',
      PASSWORD_HASH_MEMORY_KIB: '64',
      PASSWORD_HASH_PASSES: '1',
      HUMAN_CHECK_COST: '1',
      SANDBOX_SSO_URL: 'http://localhost:9090',
      SANDBOX_BUSINESS_HUB_URL: 'http://localhost:9091',
      SANDBOX_TRUSTED_ISSUER: 'http://localhost:9092',
      LOG_LEVEL: 'error',
      // Because a rate-limited request does not reach the action.
      ...withLimits({ every: 1_000_000 }),
    },
  },
  fuzz,
)
process.exit(isGood ? 0 : 1)

async function fuzz(): Promise<boolean> {
  const { Callers, addKnown } = await import('./callers.ts')
  const server = await startSide(['app/main.ts'], {})
  try {
    const known = await addKnown()
    const callers = new Callers(`http://127.0.0.1:${server.port}`)
    const selected = endpoints.filter(
      ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
    )
    if (selected.length === 0) throw new Error(`No endpoint contains ${positionals.join(' or ')}.`)
    const batches =
      options.replay === undefined ? plansFor(selected, known) : replayed(options.replay)
    const startTime = performance.now()
    await Promise.all(
      Array.from({ length: concurrency }, async () => {
        const connection = new Connection(server.port)
        for (const { endpoint, plans } of batches)
          for (const plan of plans) {
            const request = writeRequest(endpoint, plan, await callers.of(endpoint.kind))
            const answer = await connection.ask(request).catch((error: Error) => error)
            note({ endpoint, plan, sent: request, answer })
            if (!(answer instanceof Error) && isSpent(endpoint, plan, answer))
              callers.forget(endpoint.kind)
          }
        connection.close()
      }),
    )
    const seconds = (performance.now() - startTime) / 1000
    await askSlowAgain(new Connection(server.port), (endpoint, plan) =>
      callers.of(endpoint.kind).then((each) => writeRequest(endpoint, plan, each)),
    )
    if (server.child.exitCode !== null) fail('the server ended')
    if (failures.length > 0)
      console.log(readFileSync(`.data/bench-${server.port}.log`, 'utf8').slice(-6_000))
    return report(seconds)
  } finally {
    await server.stop()
  }
}

/** Yields batches to all connections, each of which takes the next one. */
function* plansFor(selected: Endpoint[], known: Parameters<typeof plansOf>[1]) {
  const arbitraries = selected.map((endpoint) => ({ endpoint, plans: plansOf(endpoint, known) }))
  let remaining = wanted
  for (let round = 0; remaining > 0; round += 1)
    for (const [index, { endpoint, plans }] of arbitraries.entries()) {
      const numRuns = Math.min(batch, remaining, Math.max(1, Math.ceil(wanted / selected.length)))
      if (remaining <= 0) return
      remaining -= numRuns
      yield {
        endpoint,
        plans: fc.sample(plans, { seed: seed * 1_000_003 + round * 1_009 + index, numRuns }),
      }
    }
}

function* replayed(file: string) {
  for (const { endpoint: name, plan } of JSON.parse(readFileSync(file, 'utf8')) as Failure[]) {
    const endpoint = endpoints.find((each) => each.name === name)
    if (endpoint) yield { endpoint, plans: [plan] }
  }
}

/** Returns true if the caller's session is unusable: the CSRF token has ended, or a user has left the company. */
function isSpent({ path }: Endpoint, { changes }: Plan, { status, body }: Answer): boolean {
  return (
    status === 401 ||
    (path.endsWith('/company/leave') && status < 300) ||
    body.includes('403003') ||
    (changes.length === 0 && body.includes('403002'))
  )
}

type Exchange = { endpoint: Endpoint; plan: Plan; sent: RawRequest; answer: Answer | Error }

function note({ endpoint, plan, sent, answer }: Exchange): void {
  const tally = tallies.get(endpoint.name) ?? {
    sent: 0,
    inside: 0,
    expected: 0,
    expectedInside: 0,
    outside: {},
    times: [],
    slow: [],
  }
  tallies.set(endpoint.name, tally)
  tally.sent += 1
  if (answer instanceof Error) return fail(answer.message, { endpoint, plan, sent })
  counts[answer.status] = (counts[answer.status] ?? 0) + 1
  if (answer.status >= 500) fail(`status ${answer.status}`, { endpoint, plan, sent, answer })
  else if (!/^x-request-id: \S/im.test(answer.head))
    fail('no request id', { endpoint, plan, sent, answer })
  const isExpected = plan.changes.length === 0
  if (isExpected) tally.expected += 1
  if (isInside(endpoint, plan, answer)) {
    tally.inside += 1
    if (isExpected) {
      tally.expectedInside += 1
      tally.valid ??= plan
    }
    if (tally.times.length < 500) tally.times.push(answer.ms)
  } else if (isExpected) {
    const why = `${answer.status} ${/"errors":.*/.exec(answer.body)?.[0].slice(0, 200) ?? ''}`
    tally.outside[why] = (tally.outside[why] ?? 0) + 1
  }
  if (tally.times.length > 4 && answer.ms > 20 * median(tally.times.slice(0, 50)))
    tally.slow.push({ plan, ms: answer.ms })
}

function isInside(endpoint: Endpoint, plan: Plan, { status, body }: Answer): boolean {
  const code = status < 400 ? 0 : Number(/"errorCode":(\d+)/.exec(body)?.[1] ?? 0)
  // The purpose of this endpoint is to answer a visitor without a session.
  if (endpoint.path === '/forward-auth/verify' && code === 401101) return true
  // The password is a second step only after a passkey.
  if (/login.verify-mfa$/.test(endpoint.path) && code === 400001 && plan.changes.length === 0)
    return true
  // No request is pending there, which only this code says.
  if (endpoint.path.endsWith('/users/step-up') && code === 404001) return true
  // The search returns users, companies and platforms, each with its own kind of id.
  if (endpoint.path.endsWith('/search/opened') && code === 404001 && plan.changes.length === 0)
    return true
  if (byAction.test(body)) return true
  if (outside.has(code) || status >= 500 || body.includes('"invalid_client"')) return false
  return code !== 404001 || (endpoint.path.includes('{') && plan.changes.length === 0)
}

/** Repeats the slowest requests beside an expected one, because any response can be slow on a busy machine. */
async function askSlowAgain(
  connection: Connection,
  write: (endpoint: Endpoint, plan: Plan) => Promise<RawRequest>,
): Promise<void> {
  for (const endpoint of endpoints) {
    const { slow = [], valid } = tallies.get(endpoint.name) ?? {}
    const slowest = slow.toSorted((one, other) => other.ms - one.ms).slice(0, 3)
    for (const { plan } of valid ? slowest : []) {
      const times: number[] = []
      const usual: number[] = []
      for (let count = 0; count < 5; count += 1) {
        for (const [each, into] of [
          [plan, times],
          [valid!, usual],
        ] as const)
          into.push(
            (await connection.ask(await write(endpoint, each)).catch(() => ({ ms: 20_000 }))).ms,
          )
      }
      const took = `${median(times).toFixed(1)} ms, a valid one ${median(usual).toFixed(1)} ms`
      if (median(times) > Math.max(20 * median(usual), costlyMs))
        fail(`slow: ${took}`, { endpoint, plan, sent: await write(endpoint, plan) })
    }
  }
  connection.close()
}

function fail(why: string, asked?: Omit<Exchange, 'answer'> & { answer?: Answer }): void {
  const { endpoint, plan, sent, answer } = asked ?? {}
  const request = sent
    ? `${sent.method} ${sent.target}\n${sent.headers.map((each) => each.join(': ')).join('\n')}\n\n${sent.body}`
    : ''
  const none: Plan = { params: {}, query: {}, headers: {}, body: undefined, changes: [] }
  failures.push({
    why,
    endpoint: endpoint?.name ?? '',
    plan: plan ?? none,
    request,
    answer: answer ? `${answer.head}\n\n${answer.body.slice(0, 500)}` : '',
  })
}

function report(seconds: number): boolean {
  const rows = endpoints.flatMap(({ name }) =>
    tallies.get(name) ? [{ name, ...tallies.get(name)! }] : [],
  )
  for (const { name, sent, inside } of rows)
    console.log(`${String(inside).padStart(6)} of ${String(sent).padStart(6)} inside  ${name}`)
  // A small run needs only half of the unchanged requests to succeed, because the number of changed ones is random.
  // Fewer than ten are not significant.
  const checked = [...rows.filter(({ inside }) => inside < insideAtLeast), sumOf(rows)]
  const few = checked.filter(
    ({ expected, expectedInside }) => expected >= 10 && expectedInside < expected * 0.5,
  )
  for (const { name, expected, expectedInside, outside: answers } of few)
    console.log(
      `fewer than wanted came inside ${name}: ${expectedInside} of ${expected}\n${answersOf(answers)}`,
    )
  for (const { why, endpoint, request, answer } of failures.slice(0, 20))
    console.log(`\nFAILED ${endpoint}: ${why}\n${request.slice(0, 1_500)}\n→ ${answer}`)
  mkdirSync('test-results', { recursive: true })
  writeFileSync(results, JSON.stringify(failures.slice(0, 500), null, 1))
  if (failures.length > 0) console.log(`\nreplay: npm run trials -- fuzz --replay ${results}`)
  const total = Object.values(counts).reduce((sum, each) => sum + each, 0)
  console.log(
    `\nseed ${seed}, ${total} requests, ${(total / seconds).toFixed(0)} a second, ${failures.length} failures`,
  )
  for (const [status, count] of Object.entries(counts)) console.log(`${status}: ${count}`)
  return failures.length === 0 && few.length === 0
}

type Row = Pick<Tally, 'expected' | 'expectedInside' | 'outside'> & { name: string }

/** Returns the sum of all endpoints, for a small run with too few requests per endpoint. */
function sumOf(rows: readonly Row[]): Row {
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0)
  return {
    name: 'all endpoints',
    expected: sum((row) => row.expected),
    expectedInside: sum((row) => row.expectedInside),
    outside: {},
  }
}

/** Returns the responses to expected requests that did not reach the action, the most frequent first. */
function answersOf(answers: Tally['outside']): string {
  return Object.entries(answers)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 5)
    .map(([answer, times]) => `  ${times} × ${answer}\n`)
    .join('')
}
