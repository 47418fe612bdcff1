import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'

const changes = createListeners()
let isOutdated = false

/** Asks, after a part of the page could not be loaded, whether a deployment has removed the page's scripts. */
export async function checkOutdated(): Promise<boolean> {
  const entry = document.querySelector<HTMLScriptElement>('script[type=module]')?.src
  if (entry === undefined) return false
  const asked = fetch(entry, { method: 'HEAD', cache: 'no-store' })
  const answer = await asked.catch(() => undefined)
  if (answer?.status !== 404) return false
  isOutdated = true
  changes.notify()
  return true
}

/** Whether the page needs a reload, since parts of it can no longer be loaded. */
export function useIsOutdated(): boolean {
  return useSyncExternalStore(
    changes.listen,
    () => isOutdated,
    () => false,
  )
}
