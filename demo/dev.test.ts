import { test } from 'node:test'
import { savePairs } from '#test/dev-saves.ts'

// trials/system/demo-dev.trial.ts saves fifty pairs, and ends npm run dev in other ways.
test('npm run dev serves the last of two saves, by one server, and Ctrl-C leaves no process', async (t) => {
  await savePairs(t, 2)
})
