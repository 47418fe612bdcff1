import { fail } from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

const patienceMs = 30_000

/** Waits until the condition holds, and fails after a generous limit for busy machines. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  patience = patienceMs,
): Promise<void> {
  const end = Date.now() + patience
  while (Date.now() < end) {
    if (await isSo()) return
    await wait(20)
  }
  fail(`it did not come about within ${patience / 1000} seconds: ${String(isSo)}`)
}
