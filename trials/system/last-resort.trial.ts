import { equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { startPortico } from '#test/programs.ts'

const secret = 'correct-horse-battery'
// Composed at run time: the stack of an error contains the module, here with its source.
const secretCode = `['correct', 'horse', 'battery'].join('-')`
const [thrown, rejected, value] = [
  `throw Object.assign(new Error('uncaught on purpose'), { detail: ${secretCode} })`,
  `Promise.reject(Object.assign(new Error('uncaught on purpose'), { detail: ${secretCode} }))`,
  `throw { password: ${secretCode} }`,
]

test('ASVS 16.5.4: an uncaught error is logged without secrets, and the program exits in order', async (t) => {
  for (const [code, message] of [
    [thrown, 'uncaught on purpose'],
    [rejected, 'uncaught on purpose'],
    [value, 'a thrown value is not an error'],
  ] as const) {
    const fault = `process.on('SIGUSR2', () => { ${code} })`
    const program = await startPortico(t, {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}`,
    })
    const startedAt = Date.now()
    equal(await program.stop('SIGUSR2'), 1, code)
    ok(Date.now() - startedAt < 15_000)
    const line = program.log().find(({ level }) => level === 'fatal')
    equal((line?.['err'] as { message?: string } | undefined)?.message, message)
    match(String(line?.['msg']), /uncaught error/)
    ok(!program.said().includes(secret))
  }
})

test('ASVS 16.5.4: running requests finish before the program exits', async (t) => {
  const fault = `process.on('SIGUSR2', () => { throw new Error('uncaught on purpose') })`
  const program = await startPortico(t, {
    STOP_DELAY_SECONDS: '1',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}`,
  })
  const ended = program.stop('SIGUSR2')
  // Load balancers can see that the program is stopping while it still answers.
  for (let status = 200; status !== 503;) status = (await fetch(`${program.url}/readyz`)).status
  equal((await fetch(`${program.url}/login`)).status, 200)
  equal(await ended, 1)
})
