import fs from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { quarantine } from '../quarantine.ts'
import type { Result } from './messages.ts'
import { TestProcess } from './test-process.ts'

export type FileResult = Result & { file: string; seconds: number; text: string; isOwn: boolean }

type Options = {
  signal: AbortSignal
  /** Runs only the tests whose title contains one of these; empty: all. */
  titles: readonly string[]
  onResult: (result: FileResult) => void
}

const maxMemoryMb = 700

/** A test process opens pools of 10 connections, and the PostgreSQL of the tests accepts 200. */
const lanes = Math.min(Math.max(availableParallelism(), 2), 8)

/**
 * Runs test files, in as many processes as there are cores. Files share a process, except those that need one of their
 * own.
 */
export async function runFiles(files: readonly string[], options: Options): Promise<void> {
  const own = files.filter(needsOwnProcess)
  const waiting = [...own, ...files.filter((file) => !own.includes(file))]
  const runLane = async () => {
    let shared: TestProcess | undefined
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      if (options.signal.aborted) break
      const isOwn = own.includes(file)
      const lane = (isOwn ? undefined : shared) ?? new TestProcess(options)
      const { result, text, memoryMb, seconds, hasDied } = await lane.run(file)
      options.onResult({ ...withoutQuarantined(file, result), file, text, seconds, isOwn })
      shared = isOwn || hasDied || memoryMb > maxMemoryMb ? undefined : lane
      if (shared === undefined) await lane.end()
    }
    await shared?.end()
  }
  await Promise.all(Array.from({ length: Math.min(lanes, files.length) }, runLane))
}

/** Reads the first line of a test file: `// own process: <reason>`. */
export function needsOwnProcess(file: string): boolean {
  return fs.readFileSync(file, 'utf8').startsWith('// own process: ')
}

/** Moves failures of quarantined tests to the skipped ones, with the reason. */
function withoutQuarantined(file: string, { passed, failed, skipped }: Result): Result {
  const reasonOf = (title: string) =>
    quarantine.find((entry) => entry.file === path.normalize(file) && entry.title === title)?.reason
  const excused = failed.filter((title) => reasonOf(title) !== undefined)
  return {
    passed,
    failed: failed.filter((title) => !excused.includes(title)),
    skipped: [...skipped, ...excused.map((title) => `${title} (quarantined: ${reasonOf(title)})`)],
  }
}
