import { doesNotMatch, equal } from 'node:assert/strict'
import { access } from 'node:fs/promises'
import { test } from 'node:test'
import { newDemo, startDemo, untilPrinted } from '#test/demo-runs.ts'
import { isAlive, savePairs, serversOf } from '#test/dev-saves.ts'
import { until } from '#test/until.ts'
import { placeOf } from './place.ts'

test('npm run dev serves the last of two saves, fifty times', async (t) => {
  await savePairs(t, 50)
})

test('a killed npm run dev leaves neither a server nor a database', async (t) => {
  const demo = await newDemo(t, { DEMO_SAMPLES: 'off' })
  const run = startDemo(t, demo, { program: 'demo/dev.ts' })
  await untilPrinted(run, /Ctrl-C stops everything/)
  const [server = 0] = await serversOf(run.child.pid)
  equal(isAlive(server), true)
  run.child.kill('SIGKILL')
  await run.exit
  await until(() => !isAlive(server))
  await until(() => isStopped(demo['DATA_FOLDER'] ?? ''))
})

test('Ctrl-C during the start of npm run dev leaves no process and prints no stack trace', async (t) => {
  const demo = await newDemo(t, { DEMO_SAMPLES: 'off' })
  const run = startDemo(t, demo, { program: 'demo/dev.ts' })
  await until(async () => !(await isStopped(demo['DATA_FOLDER'] ?? '')))
  run.child.kill('SIGINT')
  equal(await run.exit, 0)
  equal(await isStopped(demo['DATA_FOLDER'] ?? ''), true)
  doesNotMatch(run.output(), /^ +at /m)
})

/** Returns true if PostgreSQL is stopped: it deletes this file when it ends. */
async function isStopped(folder: string): Promise<boolean> {
  return access(`${placeOf(folder).data}/postmaster.pid`).then(
    () => false,
    () => true,
  )
}
