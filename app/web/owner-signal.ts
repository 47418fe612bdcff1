import { useEffect, useRef } from 'react'
import type { Me } from '#contract/me.ts'

/** Lets the authenticators show a changed name or email address, once the page shows it. */
export function useOwnerSignal(me: Me): void {
  const name = [me.email, me.firstname, me.lastname].join('\n')
  const shown = useRef(name)
  useEffect(() => {
    if (shown.current === name) return
    shown.current = name
    // Nothing depends on it.
    if (me.mfa.passkeys) signal(me).catch(() => undefined)
  }, [me, name])
}

async function signal(me: Me): Promise<void> {
  const { signalOwn } = await import('./signal-owner.ts')
  await signalOwn(me)
}
