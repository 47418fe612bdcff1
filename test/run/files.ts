import fs from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { quarantine } from '../quarantine.ts'
import type { Done, Result } from './messages.ts'
import { TestProcess } from './test-process.ts'

export type FileResult = Result &
  Pick<Done, 'text' | 'statements'> & { file: string; seconds: number; isOwn: boolean }

type Options = {
  signal: AbortSignal
  /** Runs only tests whose title contains one of these; empty means all. */
  titles: readonly string[]
  onResult: (result: FileResult) => void
}

const maxMemoryMb = 700

/**
 * The number of parallel test processes: one more than cores, because tests also wait. Each opens pools of 10
 * connections; PostgreSQL accepts 200.
 */
const lanes = Math.min(availableParallelism() + 1, 8)

/**
 * The maximum number of files per group. It limits interference between their rows, and the reruns that find the cause.
 */
const filesOfGroup = 10

/** Runs test files in several processes, one for each group of `groupFiles`. */
export async function runFiles(files: readonly string[], options: Options): Promise<void> {
  const waiting = groupFiles(files)
  const runLane = async () => {
    for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) {
      await runGroup(group, options)
    }
  }
  await Promise.all(Array.from({ length: Math.min(lanes, files.length) }, runLane))
}

/**
 * Returns groups of files that share a process. Each group contains files of one folder or of adjacent folders, in a
 * fixed order, so that runs are repeatable. A file that needs its own process is a group of one.
 */
function groupFiles(files: readonly string[]): string[][] {
  const own = files.filter(needsOwnProcess)
  const shared = files.filter((file) => !own.includes(file)).toSorted()
  const folders = Object.values(Object.groupBy(shared, (file) => path.dirname(file)))
  const groups = folders.flatMap((folder = []) => {
    const count = Math.ceil(folder.length / filesOfGroup)
    return Array.from({ length: count }, (_, index) =>
      folder.slice(index * filesOfGroup, (index + 1) * filesOfGroup),
    )
  })
  return [...own.map((file) => [file]), ...joinSmall(groups)]
}

/** Joins adjacent groups up to the maximum size. */
function joinSmall(groups: readonly string[][]): string[][] {
  const joined: string[][] = []
  for (const group of groups) {
    const last = joined.at(-1)
    if (last && last.length + group.length <= filesOfGroup) last.push(...group)
    else joined.push([...group])
  }
  return joined
}

async function runGroup(group: readonly string[], options: Options): Promise<void> {
  let running: TestProcess | undefined
  let last = group[0]!
  const end = async () => {
    const fault = await running?.end()
    running = undefined
    if (fault === undefined || options.signal.aborted) return
    const result = { passed: [], failed: [fault], skipped: [] }
    options.onResult({
      ...result,
      file: last,
      text: `${last}: ${fault}\n`,
      statements: [],
      seconds: 0,
      isOwn: false,
    })
  }
  for (const file of group) {
    if (options.signal.aborted) break
    running ??= new TestProcess(options)
    last = file
    const { result, memoryMb, hasDied, ...ended } = await running.run(file)
    const isOwn = needsOwnProcess(file)
    options.onResult({ ...withoutQuarantined(file, result), ...ended, file, isOwn })
    // Only the first file of a process is filtered by title.
    const isFresh = options.titles.length === 0 && memoryMb <= maxMemoryMb
    if (hasDied) running = void (await running.end())
    else if (!isFresh) await end()
  }
  await end()
}

/** Returns true for trials, and for files whose first line is `// own process: <reason>`. */
export function needsOwnProcess(file: string): boolean {
  return file.endsWith('.trial.ts') || fs.readFileSync(file, 'utf8').startsWith('// own process: ')
}

/** Moves failures of quarantined tests to the skipped tests, with the reason. */
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
