import { equal, match } from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

/** Runs a program in a separate process and returns its log. */
function logOf(program: string): string {
  const text = `const { logger, logDroppedRedirect } = await import('./server/log.ts'); ${program}`
  return execFileSync(process.execPath, ['--input-type=module', '-e', text], {
    env: { ...process.env, NODE_TEST_CONTEXT: '', LOG_LEVEL: 'info' },
    encoding: 'utf8',
  })
}

test('S1: the log redacts fields with secrets', () => {
  for (const name of ['password', 'token', 'secret', 'otp', 'cookie', 'authorization']) {
    const log = logOf(`logger.info({ sent: { ${name}: 'not for you', id: 'seen' } }, 'a test')`)
    match(log, /"seen"/)
    match(log, new RegExp(`"${name}":"\\[secret\\]"`))
    equal(log.includes('not for you'), false, name)
  }
})

test('S1: the log omits the row values that a database error quotes', () => {
  const log = logOf(`
    const facts = { code: '23505', detail: 'Key (email)=(ada@quay.example) exists', where: 'row' }
    const cause = Object.assign(new Error('a cause'), facts)
    logger.error({ err: Object.assign(new Error('duplicate key', { cause }), facts) })`)
  match(log, /duplicate key/)
  match(log, /a cause/)
  match(log, /23505/)
  equal(log.includes('ada@quay.example'), false)
})

test('S1: RT-29 the log contains only the host of a rejected redirect target', () => {
  const log = logOf(
    `logDroppedRedirect('redirect', 'https://evil.test/path?token=unseen', { requestId: 'one', ipAddress: '' })`,
  )
  match(log, /"host":"evil\.test"/)
  equal(log.includes('unseen'), false)
})
