import { Suspense, useEffect, useState } from 'react'
import type { Proof } from '#contract/refusal.ts'
import type { Area } from '../browser-storage.ts'
import { lazyPart } from '../lazy.tsx'
import { onStepUp, StepUpCancelled } from '../session.ts'

const StepUp = lazyPart(async () => (await import('./step-up-ways.tsx')).StepUp, '/parts/step-up')

type WaitingCall = { resolve: () => void; reject: (error: unknown) => void }
type StepUpRequest = { proofs: readonly Proof[]; waiting: readonly WaitingCall[] }

/** A single dialog for step-up authentication, for all calls of the area that the server answers with 403003. */
export function StepUpDialog({ area }: { area: Area }) {
  const [request, setRequest] = useState<StepUpRequest>()

  useEffect(() => {
    // The server sends either `redirectTo` or `proofs`; the default only satisfies the type.
    onStepUp(({ redirectTo, proofs = ['otp'] }) => {
      if (redirectTo !== undefined) return goToIdentityProvider(redirectTo)
      return new Promise((resolve, reject) =>
        setRequest((current) => ({
          proofs,
          waiting: [...(current?.waiting ?? []), { resolve, reject }],
        })),
      )
    })
    return () => onStepUp(undefined)
  }, [])

  if (request === undefined) return null
  const close = (settle: (each: WaitingCall) => void) => {
    setRequest(undefined)
    request.waiting.forEach(settle)
  }
  return (
    <Suspense>
      <StepUp
        area={area}
        proofs={request.proofs}
        onVerified={() => close(({ resolve }) => resolve())}
        onCancel={() => close(({ reject }) => reject(new StepUpCancelled()))}
      />
    </Suspense>
  )
}

/** Sends the browser to the identity provider, which redirects back to this page. */
function goToIdentityProvider(address: string): Promise<never> {
  const url = new URL(address, location.origin)
  url.searchParams.set('redirectTo', location.pathname + location.search + location.hash)
  location.assign(url)
  // Never settles, because the browser leaves the page.
  return new Promise(() => undefined)
}
