import { run } from 'node:test'
import { spec } from 'node:test/reporters'

export type Count = { passed: number; failed: number; skipped: number }

type About = {
  signal: AbortSignal
  /** Told the name of each test that passed. */
  onPassed: (title: string) => void
}

/** A file whose tests have ended but which does not exit says nothing any more. */
const silenceLimitMs = 180_000

/**
 * Runs files of tests, two at a time. A busy machine may stall one for seconds: what failed gets a second try by
 * itself, and that is told, never hidden.
 */
export async function runFiles(files: readonly string[], about: About): Promise<Count> {
  const counts = await runOnce(files, { ...about, concurrency: 2 })
  const failing = files.filter((file) => counts.get(file)?.failed !== 0)
  if (failing.length > 0 && !about.signal.aborted) {
    console.log(`\n── a second try for ${failing.join(', ')}`)
    const again = await runOnce(failing, { ...about, concurrency: 1 })
    for (const file of failing) counts.set(file, again.get(file) ?? lost)
    const mended = failing.filter((file) => counts.get(file)?.failed === 0)
    if (mended.length > 0) console.log(`passed at the second try only: ${mended.join(', ')}`)
  }
  return sum(files.map((file) => counts.get(file) ?? lost))
}

/** It never came to an end. */
const lost: Count = { passed: 0, failed: 1, skipped: 0 }

/** By file; a file that was cut off is missing. */
async function runOnce(
  files: readonly string[],
  { signal, onPassed, concurrency }: About & { concurrency: number },
): Promise<Map<string, Count>> {
  const counts = new Map<string, Count>()
  const silent = new AbortController()
  const silence = setTimeout(() => silent.abort(), silenceLimitMs)
  const stream = run({
    files: [...files],
    concurrency,
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
