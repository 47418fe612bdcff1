import fs from 'node:fs'
import { availableParallelism } from 'node:os'
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { withDatabase } from '../../test/with-database.ts'
import { makeCopy, runTests, whileWeakened, type Failure } from './copy.ts'
import { mutants } from './list.ts'
import type { Mutant } from './mutant.ts'

/**
 * Runs `npm run trials -- mutants [--only <text> …] [--list]`, which weakens one security control at a time in a copy
 * of the working tree and runs its tests: at least one assertion must fail. Without a mutant, all tests must pass.
 */
const { values: options } = parseArgs({
  options: { only: { type: 'string', multiple: true }, list: { type: 'boolean' } },
})
/** The number of copies: each test file opens pools of 10 connections, and the PostgreSQL of the tests accepts 200. */
const workers = Math.min(Math.max(availableParallelism(), 2), 8)

type Result = { mutant: Mutant; red: Failure | undefined; fault: string | undefined }

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stopping.abort())
const copies: string[] = []
const startTime = performance.now()
/** Programs that read a weakened file. Tests skip themselves without them, so that nothing could be detected. */
const programOf: Readonly<Record<string, string>> = { 'nginx.conf': 'nginx', Caddyfile: 'caddy' }
const chosen = mutants.filter(({ control, asvs, file, tests }) => {
  const text = [control, asvs, file, ...tests].join(' ').toLowerCase()
  return options.only?.some((part) => text.includes(part.toLowerCase())) ?? true
})

const [selected, skipped] = [chosen.filter(isRunnable), chosen.filter((each) => !isRunnable(each))]

if (options.list) {
  for (const mutant of chosen) console.log(row(mutant, mutant.tests.join(', ')))
  process.exit(0)
}
const results = await withDatabase(runAll).finally(() => {
  for (const folder of copies) fs.rmSync(folder, { recursive: true, force: true })
})
const faults = results.filter(({ fault }) => fault !== undefined)
for (const { mutant, fault } of faults) console.log(`\n${row(mutant, fault ?? '')}`)
for (const mutant of skipped) console.log(row(mutant, `SKIPPED: ${programFor(mutant)} is missing`))
const seconds = ((performance.now() - startTime) / 1000).toFixed(0)
console.log(
  `\n${results.length - faults.length} of ${selected.length} mutants detected, ${skipped.length} skipped, ${seconds} s`,
)
process.exit(stopping.signal.aborted ? 130 : faults.length > 0 || selected.length === 0 ? 1 : 0)

async function runAll(): Promise<Result[]> {
  copies.push(...Array.from({ length: workers }, makeCopy))
  const files = [...new Set(selected.flatMap(({ tests }) => tests))]
  console.log(`\n── ${files.length} test files without a mutant`)
  const broken = (await inParallel(files, checkControl)).filter((file) => file !== undefined)
  console.log(`\n── ${selected.length} mutants`)
  return inParallel(selected, async (mutant, folder) => {
    const result = await tryMutant(mutant, folder, broken)
    const { red, fault } = result
    const says = red ? `${red.title} (${red.file})` : `NOT DETECTED: ${fault}`
    if (!stopping.signal.aborted) console.log(row(mutant, says))
    return result
  })
}

function programFor({ file }: Mutant): string | undefined {
  return programOf[file.split('/').at(-1) ?? '']
}

function isRunnable(mutant: Mutant): boolean {
  const program = programFor(mutant)
  return program === undefined || spawnSync(program, ['-v']).error === undefined
}

/** Processes a list in all copies in parallel. */
async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item, folder: string) => Promise<Result>,
): Promise<Result[]> {
  const waiting = [...items]
  const done: Result[] = []
  const takeTurns = async (folder: string) => {
    for (let item = waiting.shift(); item; item = waiting.shift()) {
      if (stopping.signal.aborted) return
      done.push(await work(item, folder))
    }
  }
  await Promise.all(copies.map(takeTurns))
  return done
}

/** Returns the file if it fails without a mutant. */
async function checkControl(file: string, folder: string): Promise<string | undefined> {
  const [first] = await runTests(folder, [file], stopping.signal)
  if (!first) return undefined
  console.log(`FAILED ${file}: ${first.title}: ${first.says}`)
  return file
}

async function tryMutant(
  mutant: Mutant,
  folder: string,
  broken: readonly string[],
): Promise<Result> {
  const fault = (says: string) => ({ mutant, red: undefined, fault: says })
  const unusable = mutant.tests.filter((file) => broken.includes(file))
  if (unusable.length > 0) return fault(`${unusable.join(', ')} fails without it`)
  const failures = await whileWeakened(folder, mutant, () =>
    runTests(folder, mutant.tests, stopping.signal),
  )
  if (!failures) return fault(`its text does not stand exactly once in ${mutant.file}`)
  const red = failures.find(({ isAssertion }) => isAssertion)
  if (red) return { mutant, red, fault: undefined }
  const [first] = failures
  return fault(
    first ? `no assertion failed, but ${first.title}: ${first.says}` : 'every test passed',
  )
}

function row({ control, asvs = '', file }: Mutant, last: string): string {
  return [control.padEnd(72), asvs.padEnd(7), file.padEnd(52), last].join(' ')
}
