import { fail } from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'

/** Longer than the minute after which a delivery of a killed worker is sent again. */
const patienceMs = 90_000

/** Waits until `find` returns a value other than undefined and false, and returns it; fails after 90 seconds. */
export async function until<Value>(
  what: string,
  find: () => Promise<Value | undefined | false> | Value | undefined | false,
): Promise<Value> {
  const end = Date.now() + patienceMs
  while (Date.now() < end) {
    const value = await find()
    if (value !== undefined && value !== false) return value
    await pause(200)
  }
  return fail(`waited ${patienceMs / 1000} seconds for ${what}`)
}
