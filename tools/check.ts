import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { hasPassed, keyOf, readTree, recordPass } from './check-cache.ts'
import { checks, type Check } from './checks.ts'
import { chooseNames } from './choose.ts'

/**
 * Runs `npm run check [-- <name> …] [--fresh]`: all static checks, or the named ones. `npm test` begins with it. A
 * check that has passed is skipped while everything that it reads is unchanged, except with `--fresh`.
 */
const bin = path.resolve('node_modules/.bin')
const { values, positionals } = parseArgs({
  options: { fresh: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const names = chooseNames('check', positionals, Object.keys(checks))
const tree = readTree('.')
const passed = new Map<string, string>()

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stopping.abort())

const start = performance.now()
const waiting = [...names]
let failed = 0
await Promise.all(Array.from({ length: availableParallelism() }, runWaiting))
recordPasses()
console.log(`${summary()}, ${seconds(start)} s`)
process.exitCode = failed > 0 ? 1 : 0

async function runWaiting(): Promise<void> {
  for (let name = waiting.shift(); name; name = waiting.shift()) {
    const check = checks[name]!
    const key = keyOf(check, tree)
    if (!values.fresh && hasPassed('.', name, key)) {
      console.log(`ok     ${name}, unchanged`)
      continue
    }
    const startTime = performance.now()
    const { code, output } = await run(check)
    if (code === 0) passed.set(name, key)
    if (code !== 0) failed += 1
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}, ${seconds(startTime)} s`)
    if (code === 0) continue
    console.log(output.trimEnd())
    if (check.remedy) console.log(check.remedy)
  }
}

/** Records the checks whose files did not change during the run. */
function recordPasses(): void {
  if (passed.size === 0) return
  const now = readTree('.')
  for (const [name, key] of passed)
    if (keyOf(checks[name]!, now) === key) recordPass('.', name, key)
}

function run({ program, args = [] }: Check): Promise<{ code: number; output: string }> {
  const command = program.endsWith('.ts') ? [process.execPath, program] : [`${bin}/${program}`]
  const [file = '', ...words] = [...command, ...args]
  const child = spawn(file, words, {
    env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env['PATH']}` },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: stopping.signal,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
  child.on('error', (error) => (output += error.message))
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

function summary(): string {
  const count = names.length
  return failed > 0 ? `${failed} of ${count} checks failed` : `${count} checks passed`
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1)
}
