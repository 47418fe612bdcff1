import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { runFiles, type Count } from './run-files.ts'
import { missingPackages } from './e2e/whole-needs.ts'
import { withDatabase } from './with-database.ts'

const bin = 'node_modules/.bin'
const results = 'test-results'
/** `npm test [-- --languages all] [--journeys all] [part of a path …]` */
const { values: options, positionals: patterns } = parseArgs({
  options: { languages: { type: 'string' }, journeys: { type: 'string' } },
  allowPositionals: true,
})
const missing = process.env['JOURNEYS_STACK'] === 'whole' ? missingPackages() : undefined
if (missing !== undefined) {
  console.log(missing)
  process.exit(2)
}
const total: Count = { passed: 0, failed: 0, skipped: 0 }
const titles: string[] = []
const failures: string[] = []
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stopping.abort())

const files = fs
  .globSync('**/*.test.ts', { exclude: ['**/node_modules', 'dist', 'test/e2e'] })
  .filter(isChosen)
const runsAll = options.journeys === 'all' || patterns.length > 0
const journeys = fs
  .globSync(['test/e2e/**/*.spec.ts', ...(runsAll ? ['trials/journeys/**/*.spec.ts'] : [])])
  .filter(isChosen)

if (patterns.length === 0) {
  await timed('static checks', checkSources)
} else if (files.length + journeys.length === 0) {
  console.log(`No test has a path with ${patterns.join(' or ')}.`)
  total.failed += 1
}
if (files.length + journeys.length > 0) {
  await withDatabase(async () => {
    if (files.length > 0) await timed(`${files.length} test files`, testFiles)
    if (journeys.length > 0) await timed(`${journeys.length} journeys`, runJourneys)
  }).catch((error: unknown) => {
    console.log(error)
    total.failed += 1
  })
}
if (patterns.length === 0) {
  await timed('20,000 hostile requests', sendHostileRequests)
  writeRequirements()
}

const { passed, failed, skipped } = total
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
for (const failure of failures) console.log(`failed: ${failure}`)
process.exit(stopping.signal.aborted ? 130 : failed > 0 ? 1 : 0)

async function timed(name: string, work: () => Promise<Count>): Promise<void> {
  if (stopping.signal.aborted) return
  console.log(`\n── ${name}`)
  const start = performance.now()
  const count = await work()
  total.passed += count.passed
  total.failed += count.failed
  total.skipped += count.skipped
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${count.failed > 0 ? `${count.failed} failed` : 'passed'}, ${seconds} s`)
}

async function checkSources(): Promise<Count> {
  const { code } = await runProgram([process.execPath, 'tools/check.ts'])
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
}

async function sendHostileRequests(): Promise<Count> {
  const { code } = await runProgram([process.execPath, 'test/fuzz.ts', '--requests', '20000'])
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
}

function testFiles(): Promise<Count> {
  return runFiles(
    files.map((file) => path.resolve(file)),
    {
      signal: stopping.signal,
      onPassed: (title) => titles.push(title),
      onFailed: (file) => failures.push(path.relative('.', file)),
    },
  )
}

async function runJourneys(): Promise<Count> {
  const report = path.resolve(results, 'journeys.json')
  fs.rmSync(report, { force: true })
  // Playwright expects patterns, not paths.
  const chosen = patterns.length > 0 ? journeys.map((file) => RegExp.escape(file)) : []
  const words = [`${bin}/playwright`, 'test', '--reporter=list,json', ...chosen]
  const { code } = await runProgram(words, {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    JOURNEY_LANGUAGES: options.languages ?? '',
    JOURNEYS: journeys.some((file) => file.startsWith('trials')) ? 'all' : '',
  })
  if (!fs.existsSync(report)) return { passed: 0, failed: 1, skipped: 0 }

  const { stats, suites } = JSON.parse(fs.readFileSync(report, 'utf8'))
  for (const suite of suites) {
    titles.push(...titlesOf(suite, '', ['expected']))
    failures.push(...titlesOf(suite, '', ['unexpected']))
  }
  const { expected, unexpected, skipped } = stats
  return { passed: expected, failed: unexpected || (code === 0 ? 0 : 1), skipped }
}

type Spec = { title: string; tests: { status: string }[] }
type Suite = { title: string; suites?: Suite[]; specs: Spec[] }

function titlesOf(suite: Suite, above: string, statuses: readonly string[]): string[] {
  const title = `${above} ${suite.title}`
  const found = suite.specs.filter(({ tests }) =>
    tests.every(({ status }) => statuses.includes(status)),
  )
  const below = (suite.suites ?? []).flatMap((inner) => titlesOf(inner, title, statuses))
  return [...found.map((spec) => `${title} ${spec.title}`), ...below]
}

/** Its output is ours. */
async function runProgram(
  [program = '', ...words]: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ code: number }> {
  const PATH = `${path.resolve(bin)}${path.delimiter}${process.env['PATH']}`
  const child = spawn(program, words, {
    env: { ...process.env, PATH, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    signal: stopping.signal,
    killSignal: 'SIGINT',
  })
  child.on('error', (error) => console.log(error.message))
  return await new Promise((resolve) => {
    child.on('close', (code) => resolve({ code: code ?? 1 }))
  })
}

function isChosen(file: string): boolean {
  return patterns.length === 0 || patterns.some((pattern) => file.includes(pattern))
}

function writeRequirements(): void {
  const found = titles.join('\n').match(/\b(RT|SC|ST|VA|PE|AP|ER|LI|EN)-\d{2}\b/g) ?? []
  fs.mkdirSync(results, { recursive: true })
  fs.writeFileSync(
    path.join(results, 'requirements.txt'),
    [...new Set(found)]
      .toSorted()
      .map((number) => `${number}\n`)
      .join(''),
  )
}
