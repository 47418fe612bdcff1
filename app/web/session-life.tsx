import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { getMe, type Me } from '#contract/me.ts'
import { call } from '#web/api.ts'
import { rememberLogin } from '#web/device.ts'
import { loadChunk } from '#web/load-chunk.ts'
import { meQuery, useMe } from '#web/me.ts'
import { sessionExpiresAt, broadcast } from '#web/session.ts'
import { addresses } from './addresses.ts'
import { leave } from './leave.ts'
import { logOut, loseSession, setEnded, useEnded } from './session-end.ts'
import { useExpiry, useOtherTabs } from './session-watch.ts'
import './session-life.css'

// Fetched as soon as the page stands: later there may be no network.
const loadDialogs = () => loadChunk(() => import('./session-dialogs.tsx'))
const SessionEnded = lazy(async () => ({ default: (await loadDialogs()).SessionEnded }))
const SessionWarning = lazy(async () => ({ default: (await loadDialogs()).SessionWarning }))

/** Warns before a session ends, keeps the page when it has, and ends it in every tab at once. */
export function SessionLife({ here }: { here: () => string }) {
  const me = useMe()
  const isEnded = useEnded()
  const { check, resume } = useSessionCheck(me, isEnded)
  const expiresAt = useExpiry('user', check)
  useOtherTabs('user', {
    onLoggedOut: () => leave('user', addresses.login({ logged_out: 'elsewhere' })),
    onLoggedIn: () => void check(),
    onLost: () => loseSession(here()),
  })

  useEffect(() => {
    void loadDialogs()
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
      if (isExpired()) setEnded(true)
    }
  }

  return { check, resume }
}

function isNotMe({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return queryKey[0] !== meQuery.queryKey[0]
}

function isExpired(): boolean {
  return (sessionExpiresAt('user') ?? Infinity) <= Date.now()
}
