import { useEffect, useEffectEvent, useState } from 'react'
import { mayBeLoggedIn, onDeviceChange, type Area } from '#web/device.ts'
import { onTabMessage, sessionExpiresAt } from '#web/session.ts'
import { resetLeaving } from './leave.ts'

const warningMs = 2 * 60 * 1000
/** Another tab's message arrives within this time after the change in storage. */
const messageDelayMs = 300

/**
 * When the session expires, in the last two minutes before it; else undefined. Reads the clock every second,
 * since timers stop while the computer sleeps. After the expiry, `check` asks the server once: another tab may
 * have extended the session.
 */
export function useExpiry(area: Area, check: () => Promise<void>): number | undefined {
  const [near, setNear] = useState<number>()
  const checkOnce = useEffectEvent(check)

  useEffect(() => {
    let checkedFor: number | undefined
    function look(): void {
      const expiresAt = sessionExpiresAt(area)
      const isNear = expiresAt !== undefined && expiresAt - Date.now() <= warningMs
      setNear(isNear ? expiresAt : undefined)
      if (expiresAt === undefined || expiresAt > Date.now() || checkedFor === expiresAt) return
      checkedFor = expiresAt
      void checkOnce()
    }
    const timer = setInterval(look, 1000)
    const forget = onTabMessage(look)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      forget()
      document.removeEventListener('visibilitychange', look)
    }
  }, [area])

  return near
}

type Listeners = {
  /** The user logged out in another tab. */
  onLoggedOut: () => void
  /** The same user or another one may be logged in. */
  onLoggedIn: () => void
  /** This browser has no session any more. */
  onLost: () => void
}

/** Follows logins and logouts of other tabs, also those that happened while this page was in the cache. */
export function useOtherTabs(area: Area, listeners: Listeners): void {
  const loggedOut = useEffectEvent(listeners.onLoggedOut)
  const loggedIn = useEffectEvent(listeners.onLoggedIn)
  const lose = useEffectEvent(listeners.onLost)

  useEffect(
    () =>
      onTabMessage((message) => {
        if (message.area !== area) return
        if (message.kind === 'logged-out') loggedOut()
        if (message.kind === 'logged-in') loggedIn()
      }),
    [area],
  )

  useEffect(() => {
    const later = () => setTimeout(() => !mayBeLoggedIn(area) && lose(), messageDelayMs)
    return onDeviceChange(() => !mayBeLoggedIn(area) && void later())
  }, [area])

  useEffect(() => {
    function recheck({ persisted }: PageTransitionEvent): void {
      if (!persisted) return
      resetLeaving()
      if (mayBeLoggedIn(area)) loggedIn()
      else lose()
    }
    window.addEventListener('pageshow', recheck)
    return () => window.removeEventListener('pageshow', recheck)
  }, [area])
}
