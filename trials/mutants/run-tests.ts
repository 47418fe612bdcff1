import path from 'node:path'
import { run } from 'node:test'
import type { Failure } from './copy.ts'

/** Runs test files of the current folder serially, and sends each failure to the parent process. */
const stream = run({
  files: process.argv.slice(2).map((file) => path.resolve(file)),
  concurrency: 1,
  execArgv: ['--import', './test/support/setup.ts'],
})
stream.on('test:fail', ({ name, file = '', details: { error } }) => {
  const cause = error.cause as NodeJS.ErrnoException | undefined
  const isAssertion = cause?.code === 'ERR_ASSERTION'
  const says = String(cause?.message ?? error.message).split('\n')[0] ?? ''
  const failure: Failure = { file: path.relative('', file), title: name, isAssertion, says }
  process.send?.(failure)
})
for await (const _ of stream);
process.disconnect?.()
