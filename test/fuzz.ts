import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { inDatabase, median, startSide } from '../bench/harness.ts'
import { limitSections } from '#server/config-limits.ts'
import { Connection, type Answer, type RawRequest } from './fuzz/connection.ts'
import { endpoints, type Endpoint } from './fuzz/endpoints.ts'
import { plansOf, writeRequest, type Plan } from './fuzz/requests.ts'

/** `npm run trials -- fuzz [--requests 20000] [--seed 1] [--replay test-results/fuzz.json] [part of an endpoint …]` */
const { values: options, positionals } = parseArgs({
  options: { requests: { type: 'string' }, seed: { type: 'string' }, replay: { type: 'string' } },
  allowPositionals: true,
})
const wanted = Number(options.requests ?? 20_000)
const seed = Number(options.seed ?? 1)
const atOnce = 12
/** Of one endpoint in a row, so that fast-check makes many at once. */
const batch = 25
const insideAtLeast = 200
/** What a busy machine takes for a small answer now and then; the costly inputs that are looked for take seconds. */
const costlyMs = 50
const results = 'test-results/fuzz.json'

type Failure = { why: string; endpoint: string; plan: Plan; request: string; answer: string }
type Tally = {
  sent: number
  inside: number
  /** Requests as the contract wants them, without a change, and those of them that came inside. */
  expected: number
  expectedInside: number
  /** How often an answer of that status or code came to a request that did not come inside. */
  outside: Record<string, number>
  valid?: Plan
  times: number[]
  slow: { plan: Plan; ms: number }[]
}

const counts: Record<string, number> = {}
const tallies = new Map<string, Tally>()
const failures: Failure[] = []
/** What no request that came past CSRF, access and parsing is answered with. */
const outside = new Set([
  400001, 401001, 401101, 401301, 403001, 403002, 403003, 405001, 408001, 413001, 415001, 429001,
  429201, 431001,
])

/** Faults that only the action itself finds, behind the parsing. */
const byAction =
  /"rule":"(idTaken|emailTaken|hasAccess|alreadyInvited|userInactive|unknownPlatform|unknownPartner|proofNeeded|pkceNeeded|notOfCompany)"/

/** Every limit is as wide as it may be, since a refused request gets nowhere. */
function wideLimits(): Record<string, string> {
  const names = Object.keys(limitSections['Rate limits']).filter(
    (name) => !/MINUTES|NETWORK_FACTOR/.test(name),
  )
  return Object.fromEntries(names.map((name) => [name, '1000000']))
}

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
      ...wideLimits(),
    },
  },
  fuzz,
)
process.exit(isGood ? 0 : 1)

async function fuzz(): Promise<boolean> {
  const { Callers, addKnown } = await import('./fuzz/callers.ts')
  const server = await startSide(['app/main.ts'], {})
  try {
    const known = await addKnown()
    const callers = new Callers(`http://127.0.0.1:${server.port}`)
    const chosen = endpoints.filter(
      ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
    )
    if (chosen.length === 0) throw new Error(`No endpoint contains ${positionals.join(' or ')}.`)
    const batches =
      options.replay === undefined ? plansFor(chosen, known) : replayed(options.replay)
    const begun = performance.now()
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        const connection = new Connection(server.port)
        for (const { endpoint, plans } of batches)
          for (const plan of plans) {
            const sent = writeRequest(endpoint, plan, await callers.of(endpoint.kind))
            const answer = await connection.ask(sent).catch((error: Error) => error)
            note({ endpoint, plan, sent, answer })
            if (!(answer instanceof Error) && isSpent(endpoint, plan, answer))
              callers.forget(endpoint.kind)
          }
        connection.close()
      }),
    )
    const seconds = (performance.now() - begun) / 1000
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

/** One iterator for all connections: each takes the next batch. */
function* plansFor(chosen: Endpoint[], known: Parameters<typeof plansOf>[1]) {
  const arbitraries = chosen.map((endpoint) => ({ endpoint, plans: plansOf(endpoint, known) }))
  let left = wanted
  for (let round = 0; left > 0; round += 1)
    for (const [index, { endpoint, plans }] of arbitraries.entries()) {
      const numRuns = Math.min(batch, left, Math.max(1, Math.ceil(wanted / chosen.length)))
      if (left <= 0) return
      left -= numRuns
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

/** Whether the caller can call no more: a CSRF token ends with its session, a company's user with leaving it. */
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
  // Its answer to a visitor without a session is what it is for.
  if (endpoint.path === '/forward-auth/verify' && code === 401101) return true
  // The password is a second step only after a passkey.
  if (/login.verify-mfa$/.test(endpoint.path) && code === 400001 && plan.changes.length === 0)
    return true
  // Nobody waits there: nothing else tells so.
  if (endpoint.path.endsWith('/users/step-up') && code === 404001) return true
  // What the search offers are users, companies and platforms, each by its own ids.
  if (endpoint.path.endsWith('/search/opened') && code === 404001 && plan.changes.length === 0)
    return true
  if (byAction.test(body)) return true
  if (outside.has(code) || status >= 500 || body.includes('"invalid_client"')) return false
  return code !== 404001 || (endpoint.path.includes('{') && plan.changes.length === 0)
}

/** A busy machine makes any answer slow once. Alone, the slowest are compared with one that is as expected. */
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
  // How many are changed is chance; of those that are not, half are enough in a small run. Fewer than ten say nothing.
  const judged = [...rows.filter(({ inside }) => inside < insideAtLeast), sumOf(rows)]
  const few = judged.filter(
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

/** The counts of all endpoints, for a small run, in which one alone gets too few requests. */
function sumOf(rows: readonly Row[]): Row {
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0)
  return {
    name: 'all endpoints',
    expected: sum((row) => row.expected),
    expectedInside: sum((row) => row.expectedInside),
    outside: {},
  }
}

/** What expected requests were answered that did not come inside, the most frequent first. */
function answersOf(answers: Tally['outside']): string {
  return Object.entries(answers)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 5)
    .map(([answer, times]) => `  ${times} × ${answer}\n`)
    .join('')
}
