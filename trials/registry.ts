import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { placeVariable } from '../test/capabilities/place-file.ts'
import { startProduct, type Product } from '../test/capabilities/product.ts'
import { programs, type Row } from '../test/capabilities/table.ts'
import { makeCopy } from './mutants/copy.ts'

/**
 * `npm run trials -- registry [part of a row …] [--at-once 3]`: in a copy of the tree, replaces one row of the
 * product's lists by a stub that does nothing, starts the product, and runs the programs of `test/capabilities/` that
 * cover the row. At least one of them must fail.
 */
const { values: options, positionals: parts } = parseArgs({
  options: { 'at-once': { type: 'string', default: '3' } },
  allowPositionals: true,
})

/** Stubs by kind of row: the constant that lists the rows, and a statement that replaces the row `name`. */
const stubs: Readonly<Record<string, [list: string, statement: (name: string) => string]>> = {
  approval: [
    'approvalExecutors',
    (name) => replace('approvalExecutors', name, `{ carryOut: async () => 'not possible' }`),
  ],
  queue: [
    'jobWorkers',
    (name) => `Object.assign(jobWorkers['${name}'], { work: async () => undefined })`,
  ],
  job: [
    'timetable',
    (name) => `Object.assign(timetable['${name}'], { work: async () => undefined })`,
  ],
  apply: [
    'configurationSections',
    (name) =>
      `Object.assign(configurationSections.find((each) => each.name === '${name}'), { prepare: async () => async () => undefined })`,
  ],
  command: [
    'commands',
    (name) => `Object.assign(commands['${name}'], { load: async () => async () => [] })`,
  ],
  mail: ['composers', (name) => replace('composers', name, 'async () => undefined')],
}

function replace(list: string, name: string, stub: string): string {
  return `Object.assign(${list}, { '${name}': ${stub} })`
}

type Outcome = { row: Row; isDetected: boolean; detail: string; seconds: number }

let isStopping = false
/** Set by a run without a stub. If it fails, failures with a stub prove nothing. */
let isBroken: Promise<boolean> | undefined
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (isStopping = true))
const rows = [...new Set(programs.flatMap(({ rows }) => rows))].filter(
  (row) => parts.length === 0 || parts.some((part) => row.includes(part)),
)
const waiting = [...rows]
const outcomes: Outcome[] = []
const startTime = performance.now()
await Promise.all(Array.from({ length: Number(options['at-once']) }, takeTurns))
const missed = outcomes.filter(({ isDetected }) => !isDetected)
const minutes = ((performance.now() - startTime) / 60_000).toFixed(1)
console.log(
  `\n${outcomes.length - missed.length} of ${rows.length} stubbed rows detected, ${minutes} min`,
)
for (const { row, detail } of missed) console.log(`NOT DETECTED ${row}: ${detail}`)
process.exit(isStopping ? 130 : missed.length > 0 || outcomes.length < rows.length ? 1 : 0)

/** Tests rows one after the other, with its own copy of the tree and its own product. */
async function takeTurns(): Promise<void> {
  const folder = makeCopy()
  let product = await startProduct(folder)
  try {
    isBroken ??= failsWithoutStub(product)
    if (await isBroken) return
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
      if (isStopping) break
      const start = performance.now()
      const { isDetected, detail } = await tryRow(row, folder, product)
      const seconds = Math.round((performance.now() - start) / 1000)
      outcomes.push({ row, isDetected, detail, seconds })
      console.log(
        `${isDetected ? 'detected    ' : 'NOT DETECTED'} ${row.padEnd(38)} ${String(seconds).padStart(3)} s  ${detail}`,
      )
      // A command that does half of its work may leave data with which the product does not start.
      if (!row.startsWith('command:')) continue
      await product.remove()
      product = await startProduct(folder)
    }
  } finally {
    await product.remove()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

async function failsWithoutStub({ place }: Product): Promise<boolean> {
  const files = programs.filter((each) => each.rows.some((row) => rows.includes(row)))
  const failure = await firstFailure(
    files.map(({ file }) => file),
    path.join(place.dataFolder, 'place.json'),
  )
  if (failure !== undefined) console.log(`FAILED without a stub: ${failure}`)
  return failure !== undefined
}

async function tryRow(
  row: Row,
  folder: string,
  product: Product,
): Promise<Pick<Outcome, 'isDetected' | 'detail'>> {
  const [kind = '', name = ''] = row.split(/:(.*)/)
  const [list, statement] = stubs[kind]!
  const file = fileOf(folder, list)
  if (file === undefined) return { isDetected: false, detail: `no file of app/ declares ${list}` }
  const text = fs.readFileSync(file, 'utf8')
  await product.stop()
  fs.writeFileSync(file, `${text}\n${statement(name)}\n`)
  try {
    await product.start()
    const detecting = programs.filter(({ rows }) => rows.includes(row))
    const failure = await firstFailure(
      detecting.map((program) => program.file),
      path.join(product.place.dataFolder, 'place.json'),
    )
    return { isDetected: failure !== undefined, detail: failure ?? 'every program passed' }
  } catch (error) {
    return { isDetected: false, detail: String((error as Error).message).slice(0, 300) }
  } finally {
    fs.writeFileSync(file, text)
  }
}

function fileOf(folder: string, list: string): string | undefined {
  const declaration = new RegExp(`^(?:export )?const ${list}\\b`, 'm')
  return fs
    .globSync(path.join(folder, 'app/**/*.ts'))
    .find((file) => !file.endsWith('.test.ts') && declaration.test(fs.readFileSync(file, 'utf8')))
}

/** Runs programs until a test fails; returns its title, or undefined if all pass. */
async function firstFailure(files: readonly string[], place: string): Promise<string | undefined> {
  const args = [
    '--test',
    '--test-reporter=tap',
    '--test-concurrency=4',
    '--test-force-exit',
    '--test-timeout=180000',
    ...files,
  ]
  const child = spawn(process.execPath, args, {
    env: { ...process.env, [placeVariable]: place },
    stdio: ['ignore', 'pipe', 'ignore'],
    // A process group, so that all programs can be ended together.
    detached: true,
  })
  return await new Promise((resolve) => {
    let text = ''
    child.stdout.on('data', (part: Buffer) => {
      text += part.toString()
      const [, title] = /^ *not ok \d+ - (.*)$/m.exec(text) ?? []
      if (title === undefined) return
      resolve(title)
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    })
    child.on('close', () => resolve(undefined))
  })
}
