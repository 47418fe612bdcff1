import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'
import { settings } from './settings.ts'

const retryMs = 5000
const changes = createListeners('online', 'offline')
let isUnreachable = false
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Records that a call got no answer. Probes the server every five seconds until it answers, and immediately when the
 * browser is online again.
 */
export function noteUnreachable(): void {
  setUnreachable(true)
  timer ??= setTimeout(probe, retryMs)
  window.addEventListener('online', probe)
}

/** Records an answer of the server, and stops probing. */
export function noteReached(): void {
  clearTimeout(timer)
  timer = undefined
  window.removeEventListener('online', probe)
  setUnreachable(false)
}

/** Returns true if the browser is online and the server answered the last call. */
export function useIsConnected(): boolean {
  return useSyncExternalStore(
    changes.listen,
    () => navigator.onLine && !isUnreachable,
    () => true,
  )
}

function probe(): void {
  // The event `online` may come while a timer waits.
  clearTimeout(timer)
  timer = undefined
  if (!navigator.onLine) return noteUnreachable()
  const response = fetch(`${settings().usersApi}/csrf`, {
    credentials: 'include',
    cache: 'no-store',
  })
  void response.then(noteReached, noteUnreachable)
}

function setUnreachable(next: boolean): void {
  if (isUnreachable === next) return
  isUnreachable = next
  changes.notify()
}
