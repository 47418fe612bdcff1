import { equal, match } from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

/** What a program logs, which a process of its own writes to its output. */
function logged(program: string): string {
  const text = `const { logger, logDroppedRedirect } = await import('./server/log.ts'); ${program}`
  return execFileSync(process.execPath, ['--input-type=module', '-e', text], {
    env: { ...process.env, NODE_TEST_CONTEXT: '', LOG_LEVEL: 'info' },
    encoding: 'utf8',
  })
}

test('S1: fields that hold secrets are redacted in the log', () => {
  for (const name of ['password', 'token', 'secret', 'otp', 'cookie', 'authorization']) {
    const said = logged(`logger.info({ sent: { ${name}: 'not for you', id: 'seen' } }, 'a test')`)
    match(said, /"seen"/)
    match(said, new RegExp(`"${name}":"\\[secret\\]"`))
    equal(said.includes('not for you'), false, name)
  }
})

test('S1: values of a row that a database error quotes stay out of the log', () => {
  const said = logged(`
    const facts = { code: '23505', detail: 'Key (email)=(ada@quay.example) exists', where: 'row' }
    const cause = Object.assign(new Error('a cause'), facts)
    logger.error({ err: Object.assign(new Error('duplicate key', { cause }), facts) })`)
  match(said, /duplicate key/)
  match(said, /a cause/)
  match(said, /23505/)
  equal(said.includes('ada@quay.example'), false)
})

test('S1: RT-29 a redirect target that is not followed is logged by its host only', () => {
  const said = logged(
    `logDroppedRedirect('redirect', 'https://evil.test/path?token=unseen', { requestId: 'one', ipAddress: '' })`,
  )
  match(said, /"host":"evil\.test"/)
  equal(said.includes('unseen'), false)
})
