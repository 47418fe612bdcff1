import type { ReactNode } from 'react'
import { call } from '#web/api.ts'
import { PasskeyOffer } from '../../../features/account/passkeys/offer-page.tsx'
import { declinePasskey } from '../../../features/account/sign-in/passkey-contract.ts'

export function passkeyOffer(email: string, continueToTarget: () => Promise<void>): ReactNode {
  return (
    <PasskeyOffer
      email={email}
      decline={() => call(declinePasskey, { body: {} })}
      onDone={() => void continueToTarget()}
    />
  )
}
