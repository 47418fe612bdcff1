import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'

const changes = createListeners()
let isOutdated = false

/** Returns true if a deployment has removed the scripts of this page. Called after a part failed to load. */
export async function checkOutdated(): Promise<boolean> {
  const entryUrl = document.querySelector<HTMLScriptElement>('script[type=module]')?.src
  if (entryUrl === undefined) return false
  const pendingResponse = fetch(entryUrl, { method: 'HEAD', cache: 'no-store' })
  const response = await pendingResponse.catch(() => undefined)
  if (response?.status !== 404) return false
  isOutdated = true
  changes.notify()
  return true
}

/** Returns true if the page needs a reload, because parts of it can no longer be loaded. */
export function useIsOutdated(): boolean {
  return useSyncExternalStore(
    changes.listen,
    () => isOutdated,
    () => false,
  )
}
