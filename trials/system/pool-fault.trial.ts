import { equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { startPortico } from '#test/programs.ts'

test('startup warns if all pools together may open more connections than PostgreSQL allows', async (t) => {
  const quiet = await startPortico(t, { DATABASE_POOL: '5' })
  equal(quiet.said().includes('pools of DATABASE_POOL'), false)
  await quiet.stop()
  const many = await startPortico(t, { DATABASE_POOL: '900' })
  match(
    many.said(),
    /\d pools of DATABASE_POOL may open 9\d\d connections, but PostgreSQL allows 197: lower DATABASE_POOL/,
  )
})
