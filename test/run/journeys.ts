import fs from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { deleteData } from '../e2e/place.ts'
import { freePorts } from '../support/free-port.ts'
import { binFolder, runProgram, type Count } from './programs.ts'

type Options = {
  signal: AbortSignal
  /** True to run all journeys of test/e2e. */
  isWhole: boolean
  titles: readonly string[]
  languages?: string | undefined
  repeatEach: number
  onPassed: (title: string) => void
  onFailed: (title: string, reason: string) => void
}

type Attempt = { errors: { message?: string }[] }
type Spec = { title: string; tests: { status: string; results: Attempt[] }[] }
type Suite = { title: string; suites?: Suite[]; specs: Spec[] }

const report = path.resolve('test-results/journeys.json')

/** Runs the journeys `repeatEach` times, each time against a new `npm start`, because some need its first data. */
export async function runJourneys(files: readonly string[], options: Options): Promise<Count> {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (let round = 0; round < options.repeatEach && !options.signal.aborted; round += 1) {
    const count = await runRound(files, options)
    total.passed += count.passed
    total.failed += count.failed
    total.skipped += count.skipped
  }
  return total
}

async function runRound(files: readonly string[], options: Options): Promise<Count> {
  fs.rmSync(report, { force: true })
  // A killed run leaves sessions and requests that journeys would count.
  await deleteData()
  // Playwright expects patterns, not paths.
  const patterns = options.isWhole ? [] : files.map((file) => RegExp.escape(file))
  const args = [
    `${binFolder}/playwright`,
    'test',
    '--reporter=list,json',
    ...options.titles.flatMap((title) => ['--grep', RegExp.escape(title)]),
    ...patterns,
  ]
  const code = await runProgram(args, options.signal, {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    JOURNEY_LANGUAGES: options.languages ?? '',
    JOURNEYS_PORT: process.env['JOURNEYS_PORT'] ?? String(await freePorts(10)),
    JOURNEYS: files.some((file) => file.startsWith('trials')) ? 'all' : '',
  })
  if (!fs.existsSync(report)) return { passed: 0, failed: 1, skipped: 0 }
  const { stats, suites } = JSON.parse(fs.readFileSync(report, 'utf8'))
  for (const suite of suites) {
    for (const { title, spec } of specsOf(suite)) {
      if (isPassed(spec)) options.onPassed(title)
      if (isFailed(spec)) options.onFailed(title, reasonOf(spec))
    }
  }
  const { expected, unexpected, skipped } = stats
  return { passed: expected, failed: unexpected || (code === 0 ? 0 : 1), skipped }
}

const isPassed = ({ tests }: Spec) => tests.every(({ status }) => status === 'expected')
const isFailed = ({ tests }: Spec) => tests.some(({ status }) => status === 'unexpected')

function reasonOf({ tests }: Spec): string {
  const errors = tests.flatMap(({ results }) => results.flatMap((attempt) => attempt.errors))
  return stripVTControlCharacters(errors.map(({ message = '' }) => message).join('\n'))
}

/** Returns all journeys of a suite, each with its title after the titles of the suites around it. */
function specsOf(suite: Suite, above = ''): { title: string; spec: Spec }[] {
  const title = `${above} ${suite.title}`
  const own = suite.specs.map((spec) => ({ title: `${title} ${spec.title}`, spec }))
  return [...own, ...(suite.suites ?? []).flatMap((inner) => specsOf(inner, title))]
}
