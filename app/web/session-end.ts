import { useSyncExternalStore } from 'react'
import { call } from '#web/api.ts'
import { sessionExpiresAt, broadcast } from '#web/session.ts'
import { hasUnsavedInput } from '#web/unsaved-input.ts'
import { logout } from '../../features/account/sign-in/contract.ts'
import { addresses } from './addresses.ts'
import { isLeaving, leave } from './leave.ts'

let isEnded = false
const listeners = new Set<() => void>()

/** Leaves after the user has logged out, in every tab. */
export function leaveEverywhere(): void {
  broadcast({ kind: 'logged-out', area: 'user' })
  leave('user', addresses.login())
}

export async function logOut(): Promise<void> {
  await call(logout, {})
  leaveEverywhere()
}

/** Called without a session: keeps the page where input would be lost, else goes to the login. */
export function loseSession(here: string): void {
  if (isLeaving() || isEnded) return
  const expiresAt = sessionExpiresAt('user')
  const isExpired = expiresAt !== undefined && expiresAt <= Date.now()
  if (isExpired || hasUnsavedInput()) setEnded(true)
  else leave('user', addresses.login({ redirect: here }))
}

export function setEnded(next: boolean): void {
  if (isEnded === next) return
  isEnded = next
  // Blurs the page: its content must not stay readable (session-life.css).
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
