import { useSyncExternalStore } from 'react'
import { settings } from './settings.ts'

const retryMs = 5000
const listeners = new Set<() => void>()
let isUnreachable = false
let timer: ReturnType<typeof setTimeout> | undefined

/** Whether the server answered the last call. */
export function isConnected(): boolean {
  return navigator.onLine && !isUnreachable
}

/** Records a call without an answer, and probes the server until it answers. */
export function noteUnreachable(): void {
  change(true)
  timer ??= setTimeout(() => void probe(), retryMs)
}

export function noteReached(): void {
  clearTimeout(timer)
  timer = undefined
  change(false)
}

export function onConnection(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('online', askAtOnce)
    window.addEventListener('offline', tellAll)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    window.removeEventListener('online', askAtOnce)
    window.removeEventListener('offline', tellAll)
  }
}

export function useIsConnected(): boolean {
  return useSyncExternalStore(onConnection, isConnected, () => true)
}

function askAtOnce(): void {
  tellAll()
  if (isUnreachable) void probe()
}

async function probe(): Promise<void> {
  timer = undefined
  if (!navigator.onLine) return noteUnreachable()
  try {
    await fetch(`${settings().usersApi}/csrf`, { credentials: 'include', cache: 'no-store' })
    noteReached()
  } catch {
    noteUnreachable()
  }
}

function change(next: boolean): void {
  if (isUnreachable === next) return
  isUnreachable = next
  tellAll()
}

function tellAll(): void {
  for (const listener of listeners) listener()
}
