import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { getMe, type Me } from '#contract/me.ts'
import { call } from '#web/api.ts'
import { mayBeLoggedIn, onDeviceChange, rememberLogin } from '#web/device.ts'
import { meQuery, useMe } from '#web/me.ts'
import { onSaid, sessionExpiresAt, tellTabs } from '#web/session.ts'
import { addresses } from './addresses.ts'
import { leave, loseSession, setEnded, stayHere, useEnded } from './session-end.ts'
import { SessionEnded } from './session-ended.tsx'
import { SessionWarning } from './session-warning.tsx'
import './session-life.css'

const warningMs = 2 * 60 * 1000
/** Another tab's own words arrive before this; what is heard of no tab is nobody's deed. */
const hearsayMs = 300

/** Warns before a session ends, keeps the page when it has, and ends it in every tab at once. */
export function SessionLife({ here }: { here: () => string }) {
  const me = useMe()
  const isEnded = useEnded()
  const { check, resume } = useWhoIsIn(me, isEnded)
  const expiresAt = useExpiry(check)
  useOtherTabs(check, here)

  if (isEnded) {
    return (
      <SessionEnded
        email={me.email}
        onDone={(user) => {
          rememberLogin('user')
          tellTabs({ kind: 'logged-in', area: 'user' })
          resume(user)
        }}
        onOther={() => leave(addresses.login({ redirect: here() }))}
      />
    )
  }
  return expiresAt === undefined ? null : (
    <SessionWarning expiresAt={expiresAt} onStayed={(user) => resume(user)} />
  )
}

/** Asks the server, without prolonging anything, and goes on only for the one whose page this is. */
function useWhoIsIn(me: Me, isEnded: boolean) {
  const queryClient = useQueryClient()

  function resume(user: Me): void {
    if (user.id !== me.id) {
      // Should the reload be refused, this page is still not hers.
      setEnded(true)
      return location.reload()
    }
    queryClient.setQueryData(meQuery.queryKey, user)
    if (isEnded) void queryClient.invalidateQueries({ predicate: isNotMe })
    setEnded(false)
  }

  async function check(): Promise<void> {
    try {
      resume(await call(getMe, {}, { background: true }))
    } catch {
      if (isOver()) setEnded(true)
    }
  }

  return { check, resume }
}

/** The server's expiry, once it is near; timers sleep with the computer, so the clock is read anew. */
function useExpiry(check: () => Promise<void>): number | undefined {
  const [near, setNear] = useState<number>()
  const ask = useEffectEvent(check)

  useEffect(() => {
    let askedFor: number | undefined
    function look(): void {
      const expiresAt = sessionExpiresAt('user')
      const isNear = expiresAt !== undefined && expiresAt - Date.now() <= warningMs
      setNear(isNear ? expiresAt : undefined)
      if (expiresAt === undefined || expiresAt > Date.now() || askedFor === expiresAt) return
      // A platform may have kept the session alive: the server knows.
      askedFor = expiresAt
      void ask()
    }
    const timer = setInterval(look, 1000)
    const forget = onSaid(look)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      forget()
      document.removeEventListener('visibilitychange', look)
    }
  }, [])

  return near
}

function useOtherTabs(check: () => Promise<void>, here: () => string): void {
  const ask = useEffectEvent(check)
  const lose = useEffectEvent(() => loseSession(here()))

  useEffect(
    () =>
      onSaid(({ kind, area }) => {
        if (area !== 'user') return
        if (kind === 'logged-out') leave(addresses.login({ logged_out: 'elsewhere' }))
        if (kind === 'logged-in') void ask()
      }),
    [],
  )

  useEffect(() => {
    const later = () => setTimeout(() => !mayBeLoggedIn('user') && lose(), hearsayMs)
    return onDeviceChange(() => !mayBeLoggedIn('user') && void later())
  }, [])

  useEffect(() => {
    function recheck({ persisted }: PageTransitionEvent): void {
      if (!persisted) return
      stayHere()
      if (mayBeLoggedIn('user')) void ask()
      else lose()
    }
    window.addEventListener('pageshow', recheck)
    return () => window.removeEventListener('pageshow', recheck)
  }, [])
}

function isNotMe({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return queryKey[0] !== meQuery.queryKey[0]
}

function isOver(): boolean {
  return (sessionExpiresAt('user') ?? Infinity) <= Date.now()
}
