import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Mutant } from './mutant.ts'

const linked = ['node_modules', 'dist']
const excluded = new Set([...linked, '.git', '.data', 'test-results', 'playwright-report'])
const limitMs = 240_000

/** A failed test. `isAssertion` is false if the test could not run. */
export type Failure = { file: string; title: string; isAssertion: boolean; says: string }

/** Copies the working tree to a temporary folder. Dependencies and the built client are linked. */
export function makeCopy(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-mutants-'))
  for (const name of fs.readdirSync('.')) {
    if (excluded.has(name)) continue
    fs.cpSync(name, path.join(folder, name), { recursive: true })
  }
  for (const name of linked) {
    if (fs.existsSync(name)) fs.symlinkSync(path.resolve(name), path.join(folder, name))
  }
  return folder
}

/** Returns the text of the weakened file; undefined unless `find` occurs exactly once. */
export function weakened(text: string, { find, replace }: Mutant): string | undefined {
  const [before, after, ...more] = text.split(find)
  return after === undefined || more.length > 0 ? undefined : `${before}${replace}${after}`
}

/** Runs `work` while a file of a copy is weakened; returns undefined if the mutant does not apply. */
export async function whileWeakened<Result>(
  folder: string,
  mutant: Mutant,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const file = path.join(folder, mutant.file)
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
  const weak = weakened(text, mutant)
  if (weak === undefined) return undefined
  fs.writeFileSync(file, weak)
  try {
    return await work()
  } finally {
    fs.writeFileSync(file, text)
  }
}

/** Runs test files of a copy serially until an assertion fails, and ends all processes that they started. */
export async function runTests(
  folder: string,
  files: readonly string[],
  stopping: AbortSignal,
): Promise<Failure[]> {
  const failures: Failure[] = []
  const child = spawn(process.execPath, ['trials/mutants/run-tests.ts', ...files], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // A process group, so that child processes end with it.
    detached: true,
  })
  const end = () => endGroup(child.pid)
  const limit = setTimeout(() => {
    const title = `no answer in ${limitMs / 1000} s`
    failures.push({ file: files.join(), title, isAssertion: false, says: title })
    end()
  }, limitMs)
  stopping.addEventListener('abort', end)
  child.on('message', (message) => {
    const failure = message as Failure
    failures.push(failure)
    if (failure.isAssertion) end()
  })
  await once(child, 'close')
  end()
  clearTimeout(limit)
  stopping.removeEventListener('abort', end)
  return failures
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}
