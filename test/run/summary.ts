import fs from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { FileResult } from './files.ts'
import type { Count } from './programs.ts'

export type StageTime = { name: string; seconds: number } & Count

/** A failed test, and what it printed. */
export type Failure = { title: string; reason: string }

const slowestCount = 20

/** The maximum number of lines of a reason in the summary. The whole reason is printed earlier. */
const reasonLines = 40

/** Prints each test file as it ends, and finally the slowest ones. */
export class FilesReport {
  readonly #isDetailed: boolean
  readonly #results: FileResult[] = []

  /** Creates a report; with `isDetailed`, it also prints the titles of passed tests. */
  constructor({ isDetailed }: { isDetailed: boolean }) {
    this.#isDetailed = isDetailed
  }

  add(result: FileResult): void {
    this.#results.push(result)
    const { file, passed, failed, skipped, text, seconds } = result
    if (this.#isDetailed || failed.length > 0) process.stdout.write(text)
    const parts = [`${passed.length} passed`]
    if (failed.length > 0) parts.push(`${failed.length} FAILED`)
    if (skipped.length > 0) parts.push(`${skipped.length} skipped`)
    console.log(
      `${failed.length > 0 ? '✖' : '✔'} ${file}: ${parts.join(', ')}, ${inSeconds(seconds)}`,
    )
  }

  printSlowest(): void {
    const ownProcessCount = this.#results.filter(({ isOwn }) => isOwn).length
    console.log(
      `\n${this.#results.length - ownProcessCount} test files shared a process, ${ownProcessCount} had one of their own. The slowest:`,
    )
    const slowest = this.#results.toSorted((a, b) => b.seconds - a.seconds).slice(0, slowestCount)
    for (const { file, seconds, isOwn } of slowest)
      console.log(`${inSeconds(seconds).padStart(8)}  ${file}${isOwn ? ' (own process)' : ''}`)
  }
}

export function printStages(times: readonly StageTime[]): void {
  console.log('\nStage                          Time  Passed  Failed  Skipped')
  for (const { name, seconds, passed, failed, skipped } of times) {
    const counts = [passed, failed, skipped].map((count) => `${count}`.padStart(8)).join('')
    console.log(`${name.padEnd(26)} ${inSeconds(seconds).padStart(8)}${counts}`)
  }
}

/** Returns the failures of a test file. The first one has the reasons of all. */
export function failuresOf({ file, failed, text }: FileResult): Failure[] {
  const reasons = text.slice(Math.max(text.indexOf('failing tests:'), 0))
  return failed.map((title, index) => ({
    title: `${file}: ${title}`,
    reason: index === 0 ? stripVTControlCharacters(reasons) : '',
  }))
}

/** Prints the failures last, because logs of CI are often cut at their beginning. */
export function printFailures(failures: readonly Failure[]): void {
  for (const { title, reason } of failures) {
    console.log(`failed: ${title.trim()}`)
    const lines = reason.split('\n').filter((line) => line.trim() !== '')
    for (const line of lines.slice(0, reasonLines)) console.log(`    ${line}`)
  }
}

/** Writes the numbers of the requirements that passed tests cover to test-results/requirements.txt. */
export function writeRequirements(titles: readonly string[]): void {
  const numbers = titles.join('\n').match(/\b(RT|SC|ST|VA|PE|AP|ER|LI|EN)-\d{2}\b/g) ?? []
  fs.mkdirSync('test-results', { recursive: true })
  const lines = [...new Set(numbers)].toSorted().map((number) => `${number}\n`)
  fs.writeFileSync('test-results/requirements.txt', lines.join(''))
}

function inSeconds(seconds: number): string {
  return `${seconds.toFixed(1)} s`
}
