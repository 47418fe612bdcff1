import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { forgetDatabase, urlsOf } from '../../demo/database.ts'
import { placeOf } from '../../demo/place.ts'
import { unknownName } from '../../tools/unknown-name.ts'
import type { Fault, Cluster } from './fault.ts'

/**
 * Runs `npm run trials -- faults [part of a name …]`, which injects faults on this machine, on loopback only. If
 * `FAULTS_BEFORE` names the folder of an older checkout, faults of greedy clients also measure its server.
 */
type Result = { name: string; what: string; outcome: string; message: string; seconds: number }

const folder = join('.data/faults', String(process.pid))
const prepared = join(folder, 'prepared')
const patterns = process.argv.slice(2)
// Runs before the dynamic imports, because modules read the configuration on import.
setConfiguration()
const { faults } = await import('./list.ts')
const { openCluster, prepareCluster } = await import('./cluster.ts')

const opened = new Set<Cluster>()
const results: Result[] = []
let running: number | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    endGroup()
    void tidyUp().then(() => process.exit(130))
  })
}

try {
  const selected = faults.filter(
    ({ name }) => patterns.length === 0 || patterns.some((pattern) => name.includes(pattern)),
  )
  if (selected.length === 0) {
    const names = faults.map(({ name }) => name)
    for (const pattern of patterns) console.error(unknownName('fault', pattern, names))
    process.exit(2)
  }
  await prepareCluster(prepared)
  for (const fault of selected) {
    const result = await inject(fault)
    results.push(result)
    print(result)
  }
} finally {
  await tidyUp()
}

const failed = results.filter(({ outcome }) => outcome === 'FAILED').length
const skipped = results.filter(({ outcome }) => outcome === 'skipped').length
mkdirSync('test-results', { recursive: true })
const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`
writeFileSync(
  'test-results/faults.json',
  `${JSON.stringify({ at: new Date(), machine, node: process.version, results }, null, 2)}\n`,
)
const seconds = results.reduce((sum, result) => sum + result.seconds, 0)
console.log(
  `\n${results.length - failed - skipped} held, ${failed} failed, ${skipped} skipped, ${seconds.toFixed(0)} s (test-results/faults.json)`,
)
process.exit(failed > 0 || results.length === 0 ? 1 : 0)

async function inject(fault: Fault): Promise<Result> {
  const { name, what } = fault
  const startTime = performance.now()
  const reason = await fault.missing?.()
  const run = async () =>
    onOwnCluster(fault).catch((error: Error) => ['FAILED', error.stack ?? error.message] as const)
  const result = reason === undefined ? await run() : (['skipped', reason] as const)
  const [outcome, message] = result
  return { name, what, outcome, message, seconds: (performance.now() - startTime) / 1000 }
}

async function onOwnCluster(fault: Fault): Promise<readonly [string, string]> {
  const cluster = await openCluster(fault, { prepared, own: folder })
  opened.add(cluster)
  try {
    return await inOwnProcess(fault, cluster.variables)
  } finally {
    await cluster.stop()
    opened.delete(cluster)
  }
}

/** Runs the fault in its own process group, so that its child processes end with it. */
function inOwnProcess(
  fault: Fault,
  variables: NodeJS.ProcessEnv,
): Promise<readonly [string, string]> {
  const child = spawn(process.execPath, ['trials/faults/run-fault.ts', fault.name], {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    detached: true,
  })
  running = child.pid
  let answer: { held?: string; failed?: string } = {}
  let complaint = ''
  child.on('message', (message) => (answer = message as typeof answer))
  child.stderr?.on('data', (part) => (complaint = (complaint + part).slice(-5_000)))
  const limit = setTimeout(endGroup, (fault.limitSeconds ?? 400) * 1000)
  return new Promise((resolve) => {
    child.on('close', () => {
      clearTimeout(limit)
      endGroup()
      if (answer.held !== undefined) resolve(['held', answer.held])
      else resolve(['FAILED', answer.failed ?? `no result in time\n${complaint}`])
    })
  })
}

function endGroup(): void {
  if (running === undefined) return
  try {
    process.kill(-running, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}

/** Sets the configuration of all servers, with a cheap password hash and human check. */
function setConfiguration(): void {
  const { serverUrl, ownerUrl } = urlsOf(placeOf(prepared))
  Object.assign(process.env, {
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://localhost:8080',
    DATABASE_URL: serverUrl,
    DATABASE_OWNER_URL: ownerUrl,
    SECRET_KEYS: randomBytes(32).toString('base64'),
    SMTP_URL: 'smtp://127.0.0.1:1',
    TRUSTED_PROXIES: '127.0.0.1/32',
    PASSWORD_HASH_MEMORY_KIB: '64',
    PASSWORD_HASH_PASSES: '1',
    HUMAN_CHECK_COST: '1',
    LOG_LEVEL: 'info',
  })
}

async function tidyUp(): Promise<void> {
  for (const cluster of opened) await cluster.stop()
  await forgetDatabase(prepared)
  rmSync(folder, { recursive: true, force: true })
}

function print({ name, what, outcome, message, seconds }: Result): void {
  console.log(`${outcome.padEnd(8)}${seconds.toFixed(0).padStart(4)} s  ${name.padEnd(24)} ${what}`)
  console.log(`${' '.repeat(16)}${message.replaceAll('\n', `\n${' '.repeat(16)}`)}`)
}
