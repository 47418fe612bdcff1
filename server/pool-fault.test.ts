import { equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { startPortico } from '#test/programs.ts'

test('a start whose pools may open more connections than PostgreSQL allows says so, and goes on', async (t) => {
  const quiet = await startPortico(t, { DATABASE_POOL: '5' })
  equal(quiet.said().includes('pools of DATABASE_POOL'), false)
  await quiet.stop()
  const many = await startPortico(t, { DATABASE_POOL: '900' })
  match(
    many.said(),
    /\d pools of DATABASE_POOL may open 9\d\d connections, PostgreSQL allows 197: lower DATABASE_POOL/,
  )
})
