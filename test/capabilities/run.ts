import path from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { inspect } from 'node:util'
import { startProduct } from './product.ts'

type Count = { passed: number; failed: number; skipped: number }
type Options = {
  signal: AbortSignal
  /** Words of titles; empty selects every test. */
  titles?: readonly string[]
  repeatEach: number
  onPassed?: (title: string) => void
  onFailed?: (file: string, reason: string) => void
}

/** Programs mostly wait for jobs of the product. */
const concurrency = 9

/** The time after which a test fails. */
const limitMs = 180_000

/** Runs the programs against a product that is started for them. */
export async function runCapabilities(files: readonly string[], options: Options): Promise<Count> {
  const product = await startProduct()
  try {
    const total = { passed: 0, failed: 0, skipped: 0 }
    for (let round = 0; round < options.repeatEach; round += 1)
      await runPrograms(files, options, total)
    return total
  } finally {
    await product.remove()
  }
}

/** Adds the results of the programs to `total`. */
async function runPrograms(
  files: readonly string[],
  options: Options,
  total: Count,
): Promise<void> {
  const stream = run({
    files: files.map((file) => path.resolve(file)),
    concurrency,
    timeout: limitMs,
    // A failed program may leave a worker or a connection open.
    execArgv: ['--test-force-exit'],
    signal: options.signal,
    testNamePatterns: (options.titles ?? []).map((title) => new RegExp(RegExp.escape(title), 'i')),
  })
  stream.on('test:pass', ({ name, skip, todo }) => {
    if (skip !== undefined || todo !== undefined) total.skipped += 1
    else {
      total.passed += 1
      options.onPassed?.(name)
    }
  })
  // Also covers a file that ends before its tests, which the summary of a file does not contain.
  stream.on('test:fail', ({ name, file = '', details }) => {
    total.failed += 1
    options.onFailed?.(`${path.relative('.', file)}: ${name}`, inspect(details.error.cause))
  })
  for await (const text of stream.compose(spec)) process.stdout.write(text)
}
