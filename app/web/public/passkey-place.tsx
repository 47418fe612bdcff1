import { Suspense, type ReactNode } from 'react'
import type { Area } from '#web/browser-storage.ts'
import { settings } from '#web/settings.ts'

/**
 * A login's passkey button. The server renders it, and the browser shows that button until the code of the part has
 * loaded, so that the first paint is complete.
 */
export function PasskeyPlace({ area, children }: { area: Area; children: ReactNode }) {
  if (settings().passkeys[area] === 'off') return null
  return <Suspense>{children}</Suspense>
}
