import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { until } from './stage.ts'

/** Returns the process id of the PostgreSQL with this data folder; undefined if it is not running. */
export async function postmasterOf(data: string): Promise<number | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  return pid && isAlive(pid) ? pid : undefined
}

export async function childrenOf(pid: number, pattern = ''): Promise<number[]> {
  const args = ['-P', String(pid), ...(pattern ? ['-f', pattern] : [])]
  const result = await promisify(execFile)('pgrep', args).catch(() => ({ stdout: '' }))
  return result.stdout.trim().split('\n').filter(Boolean).map(Number)
}

/** Kills every process of PostgreSQL, like a power failure. */
export async function killPostgres(data: string): Promise<void> {
  const pid = await postmasterOf(data)
  if (pid === undefined) return
  for (const each of [pid, ...(await childrenOf(pid))]) kill(each)
  await until('PostgreSQL is dead', () => !isAlive(pid))
}

export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has just ended.
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
