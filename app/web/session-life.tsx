import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { getMe, type Me } from '#contract/me.ts'
import { call } from '#web/api.ts'
import { rememberLogin } from '#web/device.ts'
import { loadChunk } from '#web/fetch-part.ts'
import { meQuery, useMe } from '#web/me.ts'
import { sessionExpiresAt, broadcast } from '#web/session.ts'
import { addresses } from './addresses.ts'
import { leave } from './leave.ts'
import { logOut, loseSession, setEnded, useEnded } from './session-end.ts'
import { useExpiry, useOtherTabs } from './session-watch.ts'
import './session-life.css'

// Fetched once the page stands, so that they are here when there is no network to fetch them by.
const loadEnded = () => loadChunk(() => import('./session-ended.tsx'))
const loadWarning = () => loadChunk(() => import('./session-warning.tsx'))
const SessionEnded = lazy(async () => ({ default: (await loadEnded()).SessionEnded }))
const SessionWarning = lazy(async () => ({ default: (await loadWarning()).SessionWarning }))

/** Warns before a session ends, keeps the page when it has, and ends it in every tab at once. */
export function SessionLife({ here }: { here: () => string }) {
  const me = useMe()
  const isEnded = useEnded()
  const { check, resume } = useWhoIsIn(me, isEnded)
  const expiresAt = useExpiry('user', check)
  useOtherTabs('user', {
    onLoggedOut: () => leave('user', addresses.login({ logged_out: 'elsewhere' })),
    onLoggedIn: () => void check(),
    onLost: () => loseSession(here()),
  })

  useEffect(() => {
    void Promise.all([loadEnded(), loadWarning()])
  }, [])

  return (
    <Suspense>
      {isEnded && (
        <SessionEnded
          email={me.email}
          onDone={(user) => {
            rememberLogin('user')
            broadcast({ kind: 'logged-in', area: 'user' })
            resume(user)
          }}
          onOther={() => leave('user', addresses.login({ redirect: here() }))}
        />
      )}
      {!isEnded && expiresAt !== undefined && (
        <SessionWarning
          area="user"
          expiresAt={expiresAt}
          onStay={async () => resume(await call(getMe, {}))}
          onLogOut={logOut}
        />
      )}
    </Suspense>
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

function isNotMe({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return queryKey[0] !== meQuery.queryKey[0]
}

function isOver(): boolean {
  return (sessionExpiresAt('user') ?? Infinity) <= Date.now()
}
