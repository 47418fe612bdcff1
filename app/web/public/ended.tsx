import { Suspense, type ReactNode } from 'react'
import { lazyPart } from '#web/lazy.tsx'
import { settings } from '#web/settings.ts'

const SessionEndNotice = lazyPart(
  async () => (await import('./session-end-notice.tsx')).SessionEndNotice,
  '/parts/session-end',
)

/** Returns a notice that says why the session of this browser ended; null if none has ended. */
export function endedNotice(): ReactNode {
  const { ended: reason, isLoggedOutElsewhere } = settings().login ?? {}
  if (reason === undefined && !isLoggedOutElsewhere) return null
  return (
    <Suspense>
      <SessionEndNotice reason={reason} />
    </Suspense>
  )
}
