import type { ReactNode } from 'react'
import { PasskeyOffer } from '../../../features/account/passkeys/offer-page.tsx'

export function passkeyOffer(email: string, continueToTarget: () => Promise<void>): ReactNode {
  return <PasskeyOffer email={email} onDone={() => void continueToTarget()} />
}
