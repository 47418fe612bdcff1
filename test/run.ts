import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { parseArgs } from 'node:util'
import { runCapabilities } from './capabilities/run.ts'
import { missingPackages } from './e2e/whole-needs.ts'
import { runFiles } from './run/files.ts'
import { runJourneys } from './run/journeys.ts'
import { checkPlans } from './run/plans.ts'
import { countProgram, type Count } from './run/programs.ts'
import { selectTests, UnknownTest, type Selection } from './run/selection.ts'
import {
  failuresOf,
  FilesReport,
  printFailures,
  printStages,
  writeRequirements,
  type Failure,
  type StageTime,
} from './run/summary.ts'
import { describeChromium } from './support/chromium.ts'
import type { SentStatement } from './support/sent-statements.ts'
import { withDatabase } from './with-database.ts'

/**
 * Runs `npm test [-- [--languages all] [--journeys all] [--repeat-each 3] [--trials] [part of a path or title …]]`.
 * `--trials` runs the `*.trial.ts` files instead.
 */
const { values: options, positionals: patterns } = parseArgs({
  options: {
    languages: { type: 'string' },
    journeys: { type: 'string' },
    'repeat-each': { type: 'string', default: '1' },
    trials: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const isWhole = patterns.length === 0 && !options.trials
const repeatEach = Math.max(1, Math.trunc(Number(options['repeat-each'])) || 1)
const { files, capabilities, journeys, titles } = select()
const missing = process.env['JOURNEYS_STACK'] === 'whole' ? missingPackages() : undefined
if (missing !== undefined) stop(missing)

const passed: string[] = []
const failures: Failure[] = []
const skips: string[] = []
/** The statements that the product has sent in test files, by text. */
const statements = new Map<string, SentStatement>()
const stopping = new AbortController()
const { signal } = stopping
for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => stopping.abort())

type Stage = { name: string; isNeeded: boolean; run: () => Promise<Count> }

const stages: readonly Stage[] = [
  {
    name: 'static checks',
    isNeeded: isWhole,
    run: () => countProgram([process.execPath, 'tools/check.ts'], signal),
  },
  { name: `${files.length} test files`, isNeeded: files.length > 0, run: runTestFiles },
  {
    name: 'plans of statements',
    isNeeded: files.length > 0 && !options.trials,
    run: () => checkPlans([...statements.values()], { isWhole, onPassed, onFailed }),
  },
  {
    name: `${capabilities.length} capabilities`,
    isNeeded: capabilities.length > 0,
    run: () =>
      runCapabilities(capabilities, {
        signal,
        titles,
        repeatEach,
        onPassed,
        onFailed,
      }),
  },
  {
    name: `${journeys.length} files of journeys`,
    isNeeded: journeys.length > 0,
    run: () =>
      runJourneys(journeys, {
        signal,
        isWhole,
        titles,
        languages: options.languages,
        repeatEach,
        onPassed,
        onFailed,
      }),
  },
  {
    name: '2,000 hostile requests',
    isNeeded: isWhole,
    run: () =>
      countProgram(
        [process.execPath, 'trials/fuzz/run.ts', '--requests', '2000', '--seed', '1'],
        signal,
      ),
  },
]

prepareBuild()
if (journeys.length > 0) console.log(`Browser of the journeys: ${await describeChromium()}`)
const filesReport = new FilesReport({ isDetailed: !isWhole })
const total: Count = { passed: 0, failed: 0, skipped: 0 }
const times: StageTime[] = []
const isDatabaseNeeded = files.length + journeys.length > 0
await (isDatabaseNeeded ? withDatabase(runStages) : runStages()).catch((error: unknown) => {
  console.log(error)
  total.failed += 1
})
if (isWhole) writeRequirements(passed)

printStages(times)
if (isWhole) filesReport.printSlowest()
for (const skip of skips) console.log(`skipped: ${skip}`)
const { passed: passes, failed, skipped } = total
console.log(`\n${passes} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
printFailures(failures)
process.exit(signal.aborted ? 130 : failed > 0 ? 1 : 0)

async function runStages(): Promise<void> {
  for (const { name, isNeeded, run } of stages) {
    if (!isNeeded || signal.aborted) continue
    console.log(`\n── ${name}`)
    const start = performance.now()
    const count = await run()
    const seconds = (performance.now() - start) / 1000
    total.passed += count.passed
    total.failed += count.failed
    total.skipped += count.skipped
    times.push({ name, seconds, ...count })
    const result = count.failed > 0 ? `${count.failed} failed` : 'passed'
    console.log(`${result}, ${seconds.toFixed(1)} s`)
  }
}

async function runTestFiles(): Promise<Count> {
  const count = { passed: 0, failed: 0, skipped: 0 }
  for (let round = 0; round < repeatEach; round += 1) {
    await runFiles(files, {
      signal,
      titles,
      onResult: (result) => {
        filesReport.add(result)
        passed.push(...result.passed)
        skips.push(...result.skipped.map((skip) => `${result.file}: ${skip}`))
        failures.push(...failuresOf(result))
        count.passed += result.passed.length
        count.failed += result.failed.length
        count.skipped += result.skipped.length
        for (const statement of result.statements) statements.set(statement.text, statement)
      },
    })
  }
  return count
}

function onPassed(title: string): void {
  passed.push(title)
}

function onFailed(title: string, reason: string): void {
  failures.push({ title, reason })
}

/** Builds the client if a selected test needs it: a test with a browser, or a server without any build. */
function prepareBuild(): void {
  const needsBrowser = files.some((file) => fs.readFileSync(file, 'utf8').includes('chromium'))
  if (!isWhole && journeys.length === 0 && !needsBrowser && fs.existsSync('dist/.stamp')) return
  const { status } = spawnSync(process.execPath, ['tools/prepare.mjs'], { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}

function select(): Selection {
  try {
    return selectTests(patterns, {
      ending: options.trials ? 'trial' : 'test',
      hasAllJourneys: options.journeys === 'all',
    })
  } catch (error) {
    if (error instanceof UnknownTest) return stop(error.message)
    throw error
  }
}

function stop(sentence: string): never {
  console.log(sentence)
  process.exit(2)
}
