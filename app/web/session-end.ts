import { useSyncExternalStore } from 'react'
import { call } from '#web/api.ts'
import { sessionExpiresAt, broadcast } from '#web/session.ts'
import { hasUnsavedInput } from '#web/unsaved-input.ts'
import { logout } from '../../features/account/sign-in/contract.ts'
import { addresses } from './addresses.ts'
import { isLeaving, leave } from './leave.ts'

let isEnded = false
const listeners = new Set<() => void>()

/** She wanted it so: every other tab follows. */
export function leaveEverywhere(): void {
  broadcast({ kind: 'logged-out', area: 'user' })
  leave('user', addresses.login())
}

export async function logOut(): Promise<void> {
  await call(logout, {})
  leaveEverywhere()
}

/** Nobody is logged in any more: what she was at stays where it is, else it is on to the login. */
export function loseSession(here: string): void {
  if (isLeaving() || isEnded) return
  const expiresAt = sessionExpiresAt('user')
  const isOver = expiresAt !== undefined && expiresAt <= Date.now()
  if (isOver || hasUnsavedInput()) setEnded(true)
  else leave('user', addresses.login({ redirect: here }))
}

export function setEnded(next: boolean): void {
  if (isEnded === next) return
  isEnded = next
  // What is on the screen is nobody's business now.
  document.documentElement.toggleAttribute('data-session-ended', next)
  for (const listener of listeners) listener()
}

export function useEnded(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isEnded,
  )
}
