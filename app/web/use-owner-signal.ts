import { useEffect, useRef } from 'react'
import type { Me } from '#contract/me.ts'

/** Reports a changed name or email address to the authenticators, once the page shows it. */
export function useOwnerSignal(me: Me): void {
  const owner = [me.email, me.firstname, me.lastname].join('\n')
  const previousOwner = useRef(owner)
  useEffect(() => {
    if (previousOwner.current === owner) return
    previousOwner.current = owner
    // A failure has no consequences.
    if (me.mfa.passkeys) signal(me).catch(() => undefined)
  }, [me, owner])
}

async function signal(me: Me): Promise<void> {
  // Loaded on demand, because few visits change a name.
  const { signalToPasskeys } = await import('./signal-to-passkeys.ts')
  await signalToPasskeys(me)
}
