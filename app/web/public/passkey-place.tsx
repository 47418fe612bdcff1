import { Suspense, type ReactNode } from 'react'
import type { Area } from '#web/browser-storage.ts'
import { settings } from '#web/settings.ts'
import { usePasskeys } from './logged-in.ts'

/** Reserves space for a login's passkey button from the first paint, so that nothing below moves when it appears. */
export function PasskeyPlace({ area, children }: { area: Area; children: ReactNode }) {
  const isReady = usePasskeys(area)
  if (settings().passkeys[area] === 'off') return null
  return <div className="quiet-place">{isReady && <Suspense>{children}</Suspense>}</div>
}
