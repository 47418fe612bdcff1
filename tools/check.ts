import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import path from 'node:path'

/** `npm run check`: every static check, in half a minute. `npm test` begins with it. */
const bin = path.resolve('node_modules/.bin')
const checks: Record<string, string[]> = {
  'types of the server': [`${bin}/tsc`, '-p', 'tsconfig.server.json'],
  'types of the browser': [`${bin}/tsc`, '-p', 'tsconfig.web.json'],
  lint: [`${bin}/oxlint`],
  formatting: [`${bin}/oxfmt`, '--list-different'],
  imports: [process.execPath, 'tools/check-imports.ts'],
  words: [process.execPath, 'tools/check-words.ts'],
  CSS: [process.execPath, 'tools/check-css.ts'],
  documents: [process.execPath, 'tools/check-docs.ts'],
  snippets: [process.execPath, 'tools/check-snippets.ts'],
  'error codes': [process.execPath, 'tools/check-codes.ts'],
  configuration: [process.execPath, 'tools/check-config.ts'],
  migrations: [process.execPath, 'tools/check-migrations.ts'],
  mutants: [process.execPath, 'tools/check-mutants.ts'],
  'rows of ASVS': [process.execPath, 'tools/check-asvs.ts'],
  'calls and callers': [process.execPath, 'tools/check-access.ts'],
  'configuration file': [process.execPath, 'tools/check-apply.ts'],
  'clients of others': [process.execPath, 'tools/check-clients.ts'],
  cryptography: [process.execPath, 'tools/check-cryptography.ts'],
  'Helm chart': [process.execPath, 'tools/check-chart.ts'],
  'OpenAPI document': [process.execPath, 'tools/openapi.ts'],
}

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stopping.abort())

const start = performance.now()
const waiting = Object.entries(checks)
let failed = 0
await Promise.all(Array.from({ length: availableParallelism() }, runWaiting))
console.log(`${summary()}, ${seconds(start)} s`)
process.exitCode = failed > 0 ? 1 : 0

async function runWaiting(): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [name, command] = next
    const begun = performance.now()
    const { code, output } = await run(command)
    if (code !== 0) failed += 1
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}, ${seconds(begun)} s`)
    if (code !== 0) console.log(output.trimEnd())
  }
}

function run([program = '', ...words]: string[]): Promise<{ code: number; output: string }> {
  const child = spawn(program, words, {
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
  const count = Object.keys(checks).length
  return failed > 0 ? `${failed} of ${count} checks failed` : `${count} checks passed`
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1)
}
