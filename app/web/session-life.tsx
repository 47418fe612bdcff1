import { useQueryClient, type Query } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { getAdminMe } from '#contract/admin.ts'
import { getMe, type Me } from '#contract/me.ts'
import { call } from '#web/api.ts'
import { mayBeLoggedIn, onDeviceChange, rememberLogin, type Area } from '#web/device.ts'
import { loadChunk } from '#web/lazy.tsx'
import { meQuery, useMe } from '#web/me.ts'
import { broadcast, onTabMessage, sessionExpiresAt } from '#web/session.ts'
import * as links from '#contract/links.ts'
import { leave, logOut, loseSession, resetLeaving, setEnded, useEnded } from './leave.ts'

const warningMs = 2 * 60 * 1000
/** No expired page of an admin stays visible for longer. */
const answerWithinMs = 5_000
/** Another tab's message arrives within this time after the change in storage. */
const messageDelayMs = 300

const isNotMe = ({ queryKey }: Query) => queryKey[0] !== meQuery.queryKey[0]
const loadDialogs = () => loadChunk(() => import('./session-dialogs.tsx'))
const SessionEnded = lazy(async () => ({ default: (await loadDialogs()).SessionEnded }))
const SessionWarning = lazy(async () => ({ default: (await loadDialogs()).SessionWarning }))

type Props = {
  /** The URL of the page, to which the login leads back. */
  here: () => string
}

/** Warns before a user's session ends, keeps the page when it has, and ends it in every tab at once. */
export function SessionLife({ here }: Props) {
  const me = useMe()
  const isEnded = useEnded()
  const { check, resume } = useSessionCheck(me, isEnded)
  const warning = useWarning('user', check, async () => resume(await call(getMe, {})))
  useOtherTabs('user', {
    onLoggedOut: () => leave('user', links.hrefOf(links.login({ logged_out: 'elsewhere' }))),
    onLoggedIn: () => void check(),
    onLost: () => loseSession(here()),
  })

  return (
    <Suspense>
      {isEnded
        ? // Beside the page, which is not in the document.
          createPortal(
            <SessionEnded
              email={me.email}
              onDone={(user) => {
                rememberLogin('user')
                broadcast({ kind: 'logged-in', area: 'user' })
                resume(user)
              }}
              onOther={() => leave('user', links.hrefOf(links.login({ redirect: here() })))}
            />,
            document.body,
          )
        : warning}
    </Suspense>
  )
}

/** Warns before an admin's session ends, and ends it in every tab at once. */
export function AdminSessionLife({ here }: Props) {
  const lose = () => leave('admin', links.hrefOf(links.adminLogin({ redirect: here() })))
  const check = () => checkAdmin(lose)
  const warning = useWarning('admin', check, async () => void (await call(getAdminMe, {})))
  useOtherTabs('admin', {
    onLoggedOut: () => leave('admin', links.hrefOf(links.adminLogin())),
    onLoggedIn: () => void check(),
    onLost: lose,
  })
  return <Suspense>{warning}</Suspense>
}

/** The warning in the last two minutes of a session; `onStay` extends it. */
function useWarning(area: Area, check: () => Promise<void>, onStay: () => Promise<void>) {
  const expiresAt = useExpiry(area, check)
  if (expiresAt === undefined) return undefined
  return (
    <SessionWarning
      area={area}
      expiresAt={expiresAt}
      onStay={onStay}
      onLogOut={() => logOut(area)}
    />
  )
}

/**
 * Does not extend the session. Without one, `onLoggedOut` sends the page to the login. When nobody answers, the clock
 * decides: an expired page is left, even where there is no network to show another.
 */
async function checkAdmin(lose: () => void): Promise<void> {
  await call(getAdminMe, {}, { background: true, timeoutMs: answerWithinMs }).catch(() => {
    if ((sessionExpiresAt('admin') ?? Infinity) <= Date.now()) lose()
  })
}

/** Asks the server without extending the session; the page continues only for the same user. */
function useSessionCheck(me: Me, isEnded: boolean) {
  const queryClient = useQueryClient()

  function resume(user: Me): void {
    if (user.id !== me.id) {
      // Even if the reload fails, this user does not see the other user's page.
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
      if ((sessionExpiresAt('user') ?? Infinity) <= Date.now()) setEnded(true)
    }
  }

  return { check, resume }
}

/**
 * When the session expires, in the last two minutes before it; else undefined. Reads the clock every second,
 * since timers stop while the computer sleeps. After the expiry, `check` asks the server once: another tab may
 * have extended the session.
 */
function useExpiry(area: Area, check: () => Promise<void>): number | undefined {
  const [near, setNear] = useState<number>()
  const checkOnce = useEffectEvent(check)

  useEffect(() => {
    // As soon as the page stands: later there may be no network.
    void loadDialogs()
  }, [])

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
function useOtherTabs(area: Area, listeners: Listeners): void {
  const loggedOut = useEffectEvent(listeners.onLoggedOut)
  const loggedIn = useEffectEvent(listeners.onLoggedIn)
  const lose = useEffectEvent(listeners.onLost)

  useEffect(() => {
    const later = () => setTimeout(() => !mayBeLoggedIn(area) && lose(), messageDelayMs)
    const forgetDevice = onDeviceChange(() => !mayBeLoggedIn(area) && void later())
    const forgetTabs = onTabMessage((message) => {
      if (message.area !== area) return
      if (message.kind === 'logged-out') loggedOut()
      if (message.kind === 'logged-in') loggedIn()
    })
    function recheck({ persisted }: PageTransitionEvent): void {
      if (!persisted) return
      resetLeaving()
      if (mayBeLoggedIn(area)) loggedIn()
      else lose()
    }
    window.addEventListener('pageshow', recheck)
    return () => {
      forgetDevice()
      forgetTabs()
      window.removeEventListener('pageshow', recheck)
    }
  }, [area])
}
