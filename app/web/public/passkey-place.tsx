import { Suspense, type ReactNode } from 'react'
import type { Area } from '#web/device.ts'
import { settings } from '#web/settings.ts'
import { usePasskeys } from './logged-in.ts'

/** Keeps the place of a login's passkey button from the first paint: nothing below it moves when it comes. */
export function PasskeyPlace({ area, children }: { area: Area; children: ReactNode }) {
  const isReady = usePasskeys(area)
  if (settings().passkeys[area] === 'off') return null
  return <div className="quiet-place">{isReady && <Suspense>{children}</Suspense>}</div>
}
