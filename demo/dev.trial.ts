import { test } from 'node:test'
import { savePairs } from '#test/dev-saves.ts'

test('npm run dev serves the last of two saves, fifty times', async (t) => {
  await savePairs(t, 50)
})
