import { equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { startPortico } from '#test/programs.ts'

const secret = 'correct-horse-battery'
// Put together when it runs: the stack of an error names the module, here by its text.
const made = `['correct', 'horse', 'battery'].join('-')`
const [thrown, rejected, value] = [
  `throw Object.assign(new Error('nobody catches this'), { detail: ${made} })`,
  `Promise.reject(Object.assign(new Error('nobody catches this'), { detail: ${made} }))`,
  `throw { password: ${made} }`,
]

test('ASVS 16.5.4: an error that nothing caught is logged without secrets, and the program ends in order', async (t) => {
  for (const [code, message] of [
    [thrown, 'nobody catches this'],
    [rejected, 'nobody catches this'],
    [value, 'a value that is no error was thrown'],
  ] as const) {
    const fault = `process.on('SIGUSR2', () => { ${code} })`
    const program = await startPortico(t, {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}`,
    })
    const begun = Date.now()
    equal(await program.stop('SIGUSR2'), 1, code)
    ok(Date.now() - begun < 15_000)
    const line = program.log().find(({ level }) => level === 'fatal')
    equal((line?.['err'] as { message?: string } | undefined)?.message, message)
    match(String(line?.['msg']), /nothing caught/)
    ok(!program.said().includes(secret))
  }
})

test('ASVS 16.5.4: what is in progress is finished before the program ends', async (t) => {
  const fault = `process.on('SIGUSR2', () => { throw new Error('nobody catches this') })`
  const program = await startPortico(t, {
    STOP_DELAY_SECONDS: '1',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}`,
  })
  const ended = program.stop('SIGUSR2')
  // Load balancers see that it ends, while it still answers.
  for (let status = 200; status !== 503;) status = (await fetch(`${program.url}/readyz`)).status
  equal((await fetch(`${program.url}/login`)).status, 200)
  equal(await ended, 1)
})
