import { Suspense, useEffect, useState } from 'react'
import type { Me } from '#contract/me.ts'
import { errorCodes } from '#contract/refusal.ts'
import type { ConfirmReply } from './contract.ts'
import { FirstStep, type Account, type PassedStep } from './first-step.tsx'
import { Done, NewFactorStep, preloadNextSteps } from './next-steps.tsx'

type Props = {
  token: string | undefined
  onLoggedIn: () => void
  onDone: (user: Me | undefined) => void
  account: Account
  onInvalid: () => void
}

/** Shows the two steps of a reset. The new key is kept only from the first step to the second. */
export function Steps({ token, account, onLoggedIn, onDone, onInvalid }: Props) {
  const [firstStep, setFirstStep] = useState<PassedStep | 'expired'>()
  const [confirmation, setConfirmation] = useState<ConfirmReply>()

  function onRefused(code: number): boolean {
    if (code === errorCodes.loginExpired) setFirstStep('expired')
    else if (code === errorCodes.invalidLink || code === errorCodes.notLoggedIn) onInvalid()
    else return false
    return true
  }

  useEffect(preloadNextSteps, [])

  if (confirmation) {
    const email = confirmation.user?.email ?? account.email
    const { recoveryCodes, user } = confirmation
    const done = { codes: recoveryCodes, email, onSaved: () => onDone(user) }
    return (
      <Suspense>
        <Done {...done} isPasskey={user?.mfa.totp === false} />
      </Suspense>
    )
  }
  if (firstStep === undefined || firstStep === 'expired') {
    const isExpired = firstStep === 'expired'
    const step = { token, account, isExpired, onRefused }
    return <FirstStep {...step} onPassed={setFirstStep} />
  }
  return (
    <Suspense>
      <NewFactorStep
        way={token === undefined ? 'session' : 'link'}
        extraFields={token === undefined ? {} : { token }}
        firstStep={firstStep}
        onRefused={onRefused}
        onDone={(reply) => {
          if (reply.user) onLoggedIn()
          setConfirmation(reply)
        }}
      />
    </Suspense>
  )
}
