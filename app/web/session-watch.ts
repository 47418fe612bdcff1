import { useEffect, useEffectEvent, useState } from 'react'
import { mayBeLoggedIn, onDeviceChange, type Area } from '#web/device.ts'
import { onTabMessage, sessionExpiresAt } from '#web/session.ts'
import { stayHere } from './leave.ts'

const warningMs = 2 * 60 * 1000
/** Another tab's own words arrive before this; what is heard of no tab is nobody's deed. */
const hearsayMs = 300

/**
 * The server's expiry, once it is near; timers sleep with the computer, so the clock is read anew. When it has
 * passed, `check` asks the server, since another page may have kept the session alive.
 */
export function useExpiry(area: Area, check: () => Promise<void>): number | undefined {
  const [near, setNear] = useState<number>()
  const ask = useEffectEvent(check)

  useEffect(() => {
    let askedFor: number | undefined
    function look(): void {
      const expiresAt = sessionExpiresAt(area)
      const isNear = expiresAt !== undefined && expiresAt - Date.now() <= warningMs
      setNear(isNear ? expiresAt : undefined)
      if (expiresAt === undefined || expiresAt > Date.now() || askedFor === expiresAt) return
      askedFor = expiresAt
      void ask()
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

type Heard = {
  /** She has logged out in another tab. */
  onLoggedOut: () => void
  /** Somebody may be logged in, she or another. */
  onLoggedIn: () => void
  /** Nobody is logged in any more. */
  onLost: () => void
}

/** What ends or begins a session in one tab, or while this page rests in the cache, counts in all. */
export function useOtherTabs(area: Area, heard: Heard): void {
  const loggedOut = useEffectEvent(heard.onLoggedOut)
  const loggedIn = useEffectEvent(heard.onLoggedIn)
  const lose = useEffectEvent(heard.onLost)

  useEffect(
    () =>
      onTabMessage((said) => {
        if (said.area !== area) return
        if (said.kind === 'logged-out') loggedOut()
        if (said.kind === 'logged-in') loggedIn()
      }),
    [area],
  )

  useEffect(() => {
    const later = () => setTimeout(() => !mayBeLoggedIn(area) && lose(), hearsayMs)
    return onDeviceChange(() => !mayBeLoggedIn(area) && void later())
  }, [area])

  useEffect(() => {
    function recheck({ persisted }: PageTransitionEvent): void {
      if (!persisted) return
      stayHere()
      if (mayBeLoggedIn(area)) loggedIn()
      else lose()
    }
    window.addEventListener('pageshow', recheck)
    return () => window.removeEventListener('pageshow', recheck)
  }, [area])
}
