import { useQueryClient, type Query } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { getAdminMe } from '#contract/admin.ts'
import { getMe, type Me } from '#contract/me.ts'
import { call } from '#web/api.ts'
import { mayBeLoggedIn, onStorageChange, rememberLogin, type Area } from '#web/browser-storage.ts'
import { loadChunk } from '#web/lazy.tsx'
import { meQuery, useMe } from '#web/me.ts'
import { broadcast, onTabMessage, sessionExpiresAt } from '#web/session.ts'
import * as links from '#contract/links.ts'
import {
  leave,
  logOut,
  loseSession,
  messageDelayMs,
  resetLeaving,
  setEnded,
  useEnded,
} from './leave.ts'

const warningMs = 2 * 60 * 1000
/** Timeout of the check in milliseconds: no admin's page stays visible longer after its session expired. */
const answerWithinMs = 5_000

const isOtherQuery = ({ queryKey }: Query) => queryKey[0] !== meQuery.queryKey[0]
const loadDialogs = () => loadChunk(() => import('./session-dialogs.tsx'))
const SessionEnded = lazy(async () => ({ default: (await loadDialogs()).SessionEnded }))
const SessionWarning = lazy(async () => ({ default: (await loadDialogs()).SessionWarning }))

type Props = {
  /** Returns the URL of the page that the login leads back to. */
  here: () => string
}

/** Warns before a user's session ends, keeps the page after it has ended, and follows logouts in other tabs. */
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
        ? // Outside of the page, which is not in the document.
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

/** Warns before an admin's session ends, and leaves the page when it ends in any tab. */
export function AdminSessionLife({ here }: Props) {
  const leaveToLogin = () => leave('admin', links.hrefOf(links.adminLogin({ redirect: here() })))
  const check = () => checkAdmin(leaveToLogin)
  const warning = useWarning('admin', check, async () => void (await call(getAdminMe, {})))
  useOtherTabs('admin', {
    onLoggedOut: () => leave('admin', links.hrefOf(links.adminLogin())),
    onLoggedIn: () => void check(),
    onLost: leaveToLogin,
  })
  return <Suspense>{warning}</Suspense>
}

/** Returns the warning in the last two minutes of a session; undefined before. `onStay` extends the session. */
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
 * Asks the server whether the session is still valid, without extending it. If the server reports that there is none,
 * the handler of `onLoggedOut` (web/session.ts) leaves for the login. If there is no response, the clock decides: an
 * expired page is left, even without a network to show another.
 */
async function checkAdmin(leaveToLogin: () => void): Promise<void> {
  await call(getAdminMe, {}, { background: true, timeoutMs: answerWithinMs }).catch(() => {
    if ((sessionExpiresAt('admin') ?? Infinity) <= Date.now()) leaveToLogin()
  })
}

/**
 * Returns `check`, which asks the server without extending the session, and `resume`, which continues the page only for
 * the same user.
 */
function useSessionCheck(me: Me, isEnded: boolean) {
  const queryClient = useQueryClient()

  function resume(user: Me): void {
    if (user.id !== me.id) {
      // Even if the reload fails, this user does not see the other user's page.
      setEnded(true)
      return location.reload()
    }
    queryClient.setQueryData(meQuery.queryKey, user)
    if (isEnded) void queryClient.invalidateQueries({ predicate: isOtherQuery })
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
 * Returns when the session expires, in the last two minutes before that; else undefined. Reads the clock every second,
 * since timers stop while the computer sleeps. After the expiry, `check` asks the server once: another tab may have
 * extended the session.
 */
function useExpiry(area: Area, check: () => Promise<void>): number | undefined {
  const [nearExpiry, setNearExpiry] = useState<number>()
  const checkOnce = useEffectEvent(check)

  useEffect(() => {
    // As soon as the page is shown, because later there may be no network.
    void loadDialogs()
  }, [])

  useEffect(() => {
    let checkedFor: number | undefined
    function checkExpiry(): void {
      const expiresAt = sessionExpiresAt(area)
      const isNear = expiresAt !== undefined && expiresAt - Date.now() <= warningMs
      setNearExpiry(isNear ? expiresAt : undefined)
      if (expiresAt === undefined || expiresAt > Date.now() || checkedFor === expiresAt) return
      checkedFor = expiresAt
      void checkOnce()
    }
    const timer = setInterval(checkExpiry, 1000)
    const stopTabs = onTabMessage(checkExpiry)
    document.addEventListener('visibilitychange', checkExpiry)
    return () => {
      clearInterval(timer)
      stopTabs()
      document.removeEventListener('visibilitychange', checkExpiry)
    }
  }, [area])

  return nearExpiry
}

type Listeners = {
  /** Called when the user logged out in another tab. */
  onLoggedOut: () => void
  /** Called when a user, the same or another one, may be logged in. */
  onLoggedIn: () => void
  /** Called when this browser no longer has a session. */
  onLost: () => void
}

/** Follows logins and logouts of other tabs, also those that happened while this page was in the back/forward cache. */
function useOtherTabs(area: Area, listeners: Listeners): void {
  const loggedOut = useEffectEvent(listeners.onLoggedOut)
  const loggedIn = useEffectEvent(listeners.onLoggedIn)
  const lost = useEffectEvent(listeners.onLost)

  useEffect(() => {
    // Waits for the message of the tab that logged out, because only the message leads to a notice.
    const loseLater = () => setTimeout(() => !mayBeLoggedIn(area) && lost(), messageDelayMs)
    const stopStorage = onStorageChange(() => {
      if (!mayBeLoggedIn(area)) loseLater()
    })
    const stopTabs = onTabMessage((message) => {
      if (message.area !== area) return
      if (message.kind === 'logged-out') loggedOut()
      if (message.kind === 'logged-in') loggedIn()
    })
    function recheck({ persisted }: PageTransitionEvent): void {
      if (!persisted) return
      resetLeaving()
      if (mayBeLoggedIn(area)) loggedIn()
      else lost()
    }
    window.addEventListener('pageshow', recheck)
    return () => {
      stopStorage()
      stopTabs()
      window.removeEventListener('pageshow', recheck)
    }
  }, [area])
}
