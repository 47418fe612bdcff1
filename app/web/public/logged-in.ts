import { useEffect, useState } from 'react'
import { settings } from '#web/settings.ts'
import type { Area } from '#web/device.ts'
import { onTabMessage } from '#web/session.ts'
import type { LoginStep } from './history.tsx'

/**
 * Calls `check` where a login page may find a session: when it opens, when the browser restores it from its
 * back/forward cache, and after a login in another tab. Recovery codes on the page stay.
 */
export function whenLoggedIn(area: Area, check: () => void): () => void {
  const checkAgain = () => {
    const { step } = (history.state ?? {}) as Partial<LoginStep>
    if (step !== 'configure-mfa') check()
  }
  const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && checkAgain()
  window.addEventListener('pageshow', onPageShow)
  const forget = onTabMessage((message) => {
    if (message.area === area && message.kind === 'logged-in') checkAgain()
  })
  check()
  return () => {
    window.removeEventListener('pageshow', onPageShow)
    forget()
  }
}

/** Calls `load` when the visitor begins with the form, or a password manager does; returns what ends that. */
export function onceBegun(load: () => void): () => void {
  window.addEventListener('input', load, { once: true })
  return () => window.removeEventListener('input', load)
}

/** Whether passkeys are used here and known to this browser; false until the page is idle. */
export function usePasskeys(area: Area): boolean {
  const [isReady, setReady] = useState(false)

  useEffect(() => {
    if (settings().passkeys[area] === 'off' || typeof PublicKeyCredential !== 'function')
      return undefined
    const timer = setTimeout(() => setReady(true), 1000)
    return () => clearTimeout(timer)
  }, [area])

  return isReady
}
