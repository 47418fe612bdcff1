import { Suspense, type ReactNode } from 'react'
import { lazyPart } from '#web/lazy.tsx'
import { settings } from '#web/settings.ts'

const SessionEndNotice = lazyPart(
  async () => (await import('./session-end-notice.tsx')).SessionEndNotice,
  '/parts/session-end',
)

/** The notice why the session of this browser has ended; null where it has not. */
export function endedNotice({ isLoggedOutElsewhere = false } = {}): ReactNode {
  const reason = settings().login?.ended
  if (reason === undefined && !isLoggedOutElsewhere) return null
  return (
    <Suspense>
      <SessionEndNotice reason={reason} />
    </Suspense>
  )
}
