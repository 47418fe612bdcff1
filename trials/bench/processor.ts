import { readdir, readFile } from 'node:fs/promises'
import { childrenOf } from '../faults/kill.ts'

/**
 * Returns the processor time of a process in milliseconds: the sum of its threads in nanoseconds if the kernel counts
 * them, else in steps of ten milliseconds.
 */
export async function processorMs(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const counted = await Promise.all(
    threads.map(async (thread) => {
      const text = await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0')
      return Number(text.split(' ')[0])
    }),
  )
  const nanoseconds = counted.reduce((sum, each) => sum + each, 0)
  return nanoseconds > 0 ? nanoseconds / 1_000_000 : spent(await readStat(pid), own)
}

/**
 * Returns the processor time of PostgreSQL in milliseconds: of the postmaster and all its children, including ended
 * ones.
 */
export async function databaseMs(postmaster: number): Promise<number> {
  let ms = (await processorMs(postmaster)) + spent(await readStat(postmaster), ofTheDead)
  for (const pid of await childrenOf(postmaster)) ms += await processorMs(pid)
  return ms
}

/** Index, after the process name in `/proc/<pid>/stat`, of the first of two fields: user time, then kernel time. */
const own = 11
const ofTheDead = 13

async function readStat(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

function spent(fields: readonly string[], first: number): number {
  return 10 * (Number(fields[first] ?? 0) + Number(fields[first + 1] ?? 0))
}
