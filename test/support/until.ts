import { setTimeout as wait } from 'node:timers/promises'

const patienceMs = 30_000

/** Waits for what comes about by itself; a busy machine takes its time. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  patience = patienceMs,
): Promise<void> {
  const end = Date.now() + patience
  while (Date.now() < end) {
    if (await isSo()) return
    await wait(20)
  }
  throw new Error(`it did not come about within ${patience / 1000} seconds`)
}
