import { useEffect, useRef } from 'react'
import type { Me } from '#contract/me.ts'

/** Reports a changed name or email address to the authenticators, once the page shows it. */
export function useOwnerSignal(me: Me): void {
  const shownName = [me.email, me.firstname, me.lastname].join('\n')
  const previousName = useRef(shownName)
  useEffect(() => {
    if (previousName.current === shownName) return
    previousName.current = shownName
    // A failure has no consequences.
    if (me.mfa.passkeys) signal(me).catch(() => undefined)
  }, [me, shownName])
}

async function signal(me: Me): Promise<void> {
  // Loaded on demand, because few visits change a name.
  const { signalToPasskeys } = await import('./signal-to-passkeys.ts')
  await signalToPasskeys(me)
}
