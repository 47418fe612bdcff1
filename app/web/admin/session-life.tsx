import { useEffect, useEffectEvent } from 'react'
import { getAdminMe } from '#contract/admin.ts'
import { call } from '#web/api.ts'
import { mayBeLoggedIn, onDeviceChange } from '#web/device.ts'
import { onSaid, sessionExpiresAt } from '#web/session.ts'
import { addresses } from '../addresses.ts'
import { leave, stayHere } from './leave.ts'

/** Another tab's own words arrive before this; what is heard of no tab is nobody's deed. */
const hearsayMs = 300

/** What ends an admin's login in one tab, or by the clock, ends it in all of them. */
export function AdminSessionLife({ here }: { here: () => string }) {
  // A refusal has the whole page sent to the login.
  const ask = useEffectEvent(() => void call(getAdminMe, {}, { background: true }).catch(() => {}))
  const lose = useEffectEvent(() => leave(addresses.adminLogin({ redirect: here() })))

  useEffect(
    () =>
      onSaid(({ kind, area }) => {
        if (area === 'admin' && kind === 'logged-out') leave(addresses.adminLogin())
        if (area === 'admin' && kind === 'logged-in') ask()
      }),
    [],
  )

  useEffect(() => {
    let askedFor: number | undefined
    function look(): void {
      const expiresAt = sessionExpiresAt('admin')
      if (expiresAt === undefined || expiresAt > Date.now() || askedFor === expiresAt) return
      askedFor = expiresAt
      ask()
    }
    const timer = setInterval(look, 1000)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])

  useEffect(() => {
    const later = () => setTimeout(() => !mayBeLoggedIn('admin') && lose(), hearsayMs)
    return onDeviceChange(() => !mayBeLoggedIn('admin') && void later())
  }, [])

  useEffect(() => {
    function recheck({ persisted }: PageTransitionEvent): void {
      if (!persisted) return
      stayHere()
      ask()
    }
    window.addEventListener('pageshow', recheck)
    return () => window.removeEventListener('pageshow', recheck)
  }, [])

  return null
}
