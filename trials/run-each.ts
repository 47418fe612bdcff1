import { spawn, type ChildProcess } from 'node:child_process'
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export type Task = {
  name: string
  /** Arguments of Node. */
  args: readonly string[]
  env: Readonly<Record<string, string>>
  /** Approximate duration. After five times as long, the task is ended. */
  minutes: number
  /** Returns the reason why the task cannot run here; undefined if it can. */
  missing: () => Promise<string | undefined>
}

export type Result = {
  name: string
  outcome: 'passed' | 'FAILED' | 'skipped'
  minutes: number
  /** Failures or skipped parts. */
  details: string
}

const logs = 'test-results/trials'
const leastLimitMinutes = 30
const maxDetails = 4
/** The exit code of a program whose requirements are missing. */
const missingRequirements = 2
const failure = /^\s*(FAILED\b|failed: |✖ |✘ |NOT DETECTED|Not taken)/
const skippedPart = /^(skipped:? |– left out: )/

let running: ChildProcess | undefined
let isStopping = false

/** Runs a task with its output on the terminal; returns its exit code. */
export async function runOne(task: Task): Promise<number> {
  forwardSignals()
  return await new Promise((resolve) => {
    start(task, 'inherit').on('close', (code) => resolve(code ?? 1))
  })
}

/** Runs the tasks one after the other, also after a failure; writes the output of each to its own file. */
export async function runEach(tasks: readonly Task[], folder = logs): Promise<Result[]> {
  forwardSignals()
  mkdirSync(folder, { recursive: true })
  const results: Result[] = []
  for (const task of tasks) {
    if (isStopping) break
    const file = join(folder, `${task.name}.log`)
    console.log(`── ${task.name}, about ${task.minutes} min (${file})`)
    const result = await tryTask(task, file)
    results.push(result)
    console.log(rowOf(result))
  }
  return results
}

/** Prints name, result, minutes and failures of each task. */
export function printTable(results: readonly Result[]): void {
  console.log(`\n${'trial'.padEnd(14)}${'result'.padEnd(9)}minutes  what failed or was skipped`)
  for (const result of results) console.log(rowOf(result))
}

function rowOf({ name, outcome, minutes, details }: Result): string {
  return `${name.padEnd(14)}${outcome.padEnd(9)}${minutes.toFixed(1).padStart(7)}  ${details}`.trimEnd()
}

async function tryTask(task: Task, file: string): Promise<Result> {
  const { name } = task
  const startTime = performance.now()
  const reason = await task.missing()
  if (reason !== undefined) return { name, outcome: 'skipped', minutes: 0, details: reason }
  const { code, isLate } = await runToFile(task, file)
  const minutes = (performance.now() - startTime) / 60_000
  const lines = readFileSync(file, 'utf8').split('\n')
  if (code === 0) {
    const parts = lines.filter((line) => skippedPart.test(line))
    return { name, outcome: 'passed', minutes, details: shortened(parts) }
  }
  const last = lines.filter((line) => line.trim() !== '').slice(-2)
  if (code === missingRequirements && !lines.some((line) => line.startsWith('There is no ')))
    return { name, outcome: 'skipped', minutes, details: shortened(last) }
  const failures = lines.filter((line) => failure.test(line))
  const details = [
    ...(isLate ? [`timed out after ${limitOf(task)} minutes`] : []),
    ...(isStopping ? ['stopped'] : []),
    ...(failures.length > 0 ? failures : last),
  ]
  return { name, outcome: 'FAILED', minutes, details: shortened(details) }
}

function shortened(lines: readonly string[]): string {
  const unique = [...new Set(lines.map((line) => line.trim().replaceAll(/\s+/g, ' ')))]
  const more = unique.length > maxDetails ? [`${unique.length - maxDetails} more`] : []
  return [...unique.slice(0, maxDetails).map((line) => line.slice(0, 120)), ...more].join('; ')
}

async function runToFile(task: Task, file: string): Promise<{ code: number; isLate: boolean }> {
  const log = createWriteStream(file)
  const child = start(task, 'pipe')
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => log.write(part))
  let isLate = false
  const limit = setTimeout(
    () => {
      isLate = true
      endGroup(child, 'SIGKILL')
    },
    limitOf(task) * 60_000,
  )
  const code = await new Promise<number>((resolve) => {
    child.on('close', (exitCode) => resolve(exitCode ?? 1))
  })
  clearTimeout(limit)
  await new Promise((resolve) => log.end(resolve))
  return { code, isLate }
}

function limitOf({ minutes }: Task): number {
  return Math.max(leastLimitMinutes, 5 * minutes)
}

/**
 * Starts the task in its own process group. Ctrl-C reaches it only from here, and its remaining processes end with it.
 */
function start({ args, env }: Task, output: 'inherit' | 'pipe'): ChildProcess {
  const PATH = `${resolve('node_modules/.bin')}:${process.env['PATH']}`
  const child = spawn(process.execPath, args, {
    env: { ...process.env, PATH, ...env },
    stdio: ['ignore', output, output],
    detached: true,
  })
  running = child
  child.on('exit', () => endGroup(child, 'SIGKILL'))
  return child
}

function endGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch {
    // It has ended already.
  }
}

/** Forwards signals: the first asks the program to stop, the second kills it. */
function forwardSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (running) endGroup(running, isStopping ? 'SIGKILL' : 'SIGINT')
      isStopping = true
    })
  }
}
