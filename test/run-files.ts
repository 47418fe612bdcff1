import { availableParallelism } from 'node:os'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'

export type Count = { passed: number; failed: number; skipped: number }

type Options = {
  signal: AbortSignal
  onPassed: (title: string) => void
  /** Called with a file that failed twice. */
  onFailed: (file: string) => void
}

/** A file that hangs after its last test prints nothing. */
const silenceLimitMs = 180_000

/** A test file opens pools of 10 connections, and the PostgreSQL of the tests accepts 200. */
const concurrency = Math.min(Math.max(availableParallelism(), 2), 8)

/**
 * Runs test files in parallel. Failed files run a second time, one after the other, because a busy machine may stall
 * one for seconds; the output names each file that passed at the second attempt only.
 */
export async function runFiles(files: readonly string[], options: Options): Promise<Count> {
  const counts = await runOnce(files, { ...options, concurrency })
  const failing = files.filter((file) => counts.get(file)?.failed !== 0)
  if (failing.length > 0 && !options.signal.aborted) {
    console.log(`\n── a second attempt for ${failing.join(', ')}`)
    const again = await runOnce(failing, { ...options, concurrency: 1 })
    for (const file of failing) counts.set(file, again.get(file) ?? unfinished)
    const passed = failing.filter((file) => counts.get(file)?.failed === 0)
    for (const file of failing) if (!passed.includes(file)) options.onFailed(file)
    if (passed.length > 0) console.log(`passed at the second attempt only: ${passed.join(', ')}`)
  }
  return sum(files.map((file) => counts.get(file) ?? unfinished))
}

/** The count of a file that did not end. */
const unfinished: Count = { passed: 0, failed: 1, skipped: 0 }

/** Counts by file, without the files that were cut off. */
async function runOnce(
  files: readonly string[],
  { signal, onPassed, concurrency: atOnce }: Omit<Options, 'onFailed'> & { concurrency: number },
): Promise<Map<string, Count>> {
  const counts = new Map<string, Count>()
  const silent = new AbortController()
  const silence = setTimeout(() => silent.abort(), silenceLimitMs)
  const stream = run({
    files: [...files],
    concurrency: atOnce,
    execArgv: ['--import', './test/support/setup.ts'],
    signal: AbortSignal.any([signal, silent.signal]),
  })
  stream.on('test:pass', (passed) => {
    if (passed.skip === undefined && passed.todo === undefined) onPassed(passed.name)
  })
  stream.on('test:summary', ({ file, success, counts: { tests, passed, skipped, todo } }) => {
    if (file === undefined) return
    const failed = tests - passed - skipped - todo
    counts.set(file, { passed, skipped: skipped + todo, failed: failed || (success ? 0 : 1) })
  })
  for await (const text of stream.compose(spec)) {
    silence.refresh()
    process.stdout.write(text)
  }
  clearTimeout(silence)
  return counts
}

function sum(counts: readonly Count[]): Count {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const { passed, failed, skipped } of counts) {
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
  }
  return total
}
