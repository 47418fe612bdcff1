import { deepEqual, doesNotMatch, equal } from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { makeCopy } from '../../trials/mutants/copy.ts'
import { atEnd, type Test } from './at-end.ts'
import { newDemo, startDemo, untilPrinted } from './demo-runs.ts'
import { until } from './until.ts'

const firstGapMs = 40
const lastGapMs = 300
/**
 * The time in milliseconds after which a request compares the sources again: a little more than a tenth of a second.
 */
const freshMs = 110

/**
 * Saves a source file of `npm run dev` twice in a row, at intervals from 40 to 300 ms, in a copy of the working tree.
 * Requires the next response to contain the last save, at most one server to run, and Ctrl-C to leave no process.
 */
export async function savePairs(t: Test, count: number): Promise<void> {
  const folder = makeCopy()
  atEnd(t, () => rm(folder, { recursive: true, force: true }))
  const demo = await newDemo(t, { DEMO_SAMPLES: 'off' })
  const run = startDemo(t, demo, { program: 'demo/dev.ts', folder })
  await untilPrinted(run, /Ctrl-C stops everything/)
  const file = join(folder, 'app/health.ts')
  const source = await readFile(file, 'utf8')
  const save = (text: string) => saveTo(file, source.replace("status: 'ok'", `status: '${text}'`))

  for (let pair = 1; pair <= count; pair += 1) {
    await save(`${pair}, first`)
    await wait(firstGapMs + ((lastGapMs - firstGapMs) * (pair - 1)) / Math.max(1, count - 1))
    await save(`${pair}, last`)
    await wait(freshMs)
    const answer = await fetch(`http://127.0.0.1:${demo['PORT']}/healthz`)
    deepEqual(await answer.json(), { status: `${pair}, last` })
    equal((await serversOf(run.child.pid)).length, 1)
  }

  const started = await descendantsOf(run.child.pid)
  run.child.kill('SIGINT')
  equal(await run.exit, 0)
  doesNotMatch(run.output(), /^ +at /m)
  await until(() => !started.some(isAlive))
}

/** Saves alternately in place and by a rename, because editors do either. */
let saves = 0
async function saveTo(file: string, text: string): Promise<void> {
  saves += 1
  if (saves % 2 === 0) return writeFile(file, text)
  await writeFile(`${file}.new`, text)
  await rename(`${file}.new`, file)
}

type Listed = { pid: number; parent: number; command: string }

/** Returns the servers that a dev run has started. */
export async function serversOf(pid: number | undefined): Promise<number[]> {
  const listed = await listProcesses()
  return listed
    .filter(({ parent, command }) => parent === pid && command.includes('app/main.ts'))
    .map((each) => each.pid)
}

async function descendantsOf(pid: number | undefined): Promise<number[]> {
  const listed = await listProcesses()
  const below = (parent: number | undefined): number[] =>
    listed
      .filter((each) => each.parent === parent)
      .flatMap((each) => [each.pid, ...below(each.pid)])
  return below(pid)
}

async function listProcesses(): Promise<Listed[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,command='])
  return [...stdout.matchAll(/^ *(\d+) +(\d+) (.*)$/gm)].map(([, pid, parent, command = '']) => ({
    pid: Number(pid),
    parent: Number(parent),
    command,
  }))
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
