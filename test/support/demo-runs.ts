import { match } from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { forgetDatabase } from '../../demo/database.ts'
import { atEnd, type Test } from './at-end.ts'
import { freePort } from './free-port.ts'

export type DemoRun = { child: ChildProcess; output: () => string; exit: Promise<number> }

const stopLimitMs = 20_000

/**
 * Starts a program of demo/ in a separate process with only these variables. The process ends with the test at the
 * latest.
 */
export function startDemo(
  t: Test,
  variables: Readonly<Record<string, string>>,
  { program = 'demo/start.ts', folder = '.' } = {},
): DemoRun {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [program], { cwd: folder, env: { PATH, ...variables } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (output += part))
  const exit = once(child, 'close').then(([code]) => Number(code))
  atEnd(t, async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await Promise.race([exit, wait(stopLimitMs, undefined, { ref: false })])
    child.kill('SIGKILL')
    await exit
  })
  return { child, output: () => output, exit }
}

/** Waits until the output matches. Fails if the program ends first, or after two minutes. */
export async function untilPrinted(run: DemoRun, pattern: RegExp): Promise<void> {
  for (let time = 0; time < 2400 && !pattern.test(run.output()); time += 1) {
    if (run.child.exitCode !== null) break
    await wait(50)
  }
  match(run.output(), pattern)
}

/** Returns the variables of a demo with its own ports and a data folder, which is deleted with the test. */
export async function newDemo(
  t: Test,
  more: Readonly<Record<string, string>> = {},
): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'demo-'))
  atEnd(t, async () => {
    await forgetDatabase(folder).catch(() => undefined)
    await rm(folder, { recursive: true, force: true })
  })
  const names = ['PORT', 'MAILBOX_PORT', 'SMTP_PORT', 'BUSINESS_HUB_PORT', 'ONBOARDING_PORT']
  const ports = await Promise.all(names.map(async (name) => [name, String(await freePort())]))
  return {
    DATA_FOLDER: folder,
    PASSWORD_HASH_MEMORY_KIB: '64',
    ...Object.fromEntries(ports),
    ...more,
  }
}
