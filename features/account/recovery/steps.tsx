import { Suspense, useEffect, useState } from 'react'
import type { Me } from '#contract/me.ts'
import { errorCodes } from '#contract/refusal.ts'
import type { Confirmed } from './contract.ts'
import { FirstStep, type Account, type PassedStep } from './first-step.tsx'
import { Done, NewFactorStep, preloadNextSteps } from './next-steps.tsx'

type Props = {
  token: string | undefined
  onLoggedIn: () => void
  onDone: (user: Me | undefined) => void
  account: Account
  onOver: () => void
}

/** Shows the two steps of a reset. The new key is kept only from the first step to the second. */
export function Steps({ token, account, onLoggedIn, onDone, onOver }: Props) {
  const [passed, setPassed] = useState<PassedStep | 'expired'>()
  const [confirmed, setConfirmed] = useState<Confirmed>()

  function onRefused(code: number): boolean {
    if (code === errorCodes.loginExpired) setPassed('expired')
    else if (code === errorCodes.invalidLink || code === errorCodes.notLoggedIn) onOver()
    else return false
    return true
  }

  useEffect(preloadNextSteps, [])

  if (confirmed) {
    const email = confirmed.user?.email ?? account.email
    const { recoveryCodes, user } = confirmed
    const done = { codes: recoveryCodes, email, onSaved: () => onDone(user) }
    return (
      <Suspense>
        <Done {...done} isPasskey={user?.mfa.totp === false} />
      </Suspense>
    )
  }
  if (passed === undefined || passed === 'expired') {
    const isExpired = passed === 'expired'
    const step = { token, account, isExpired, onRefused }
    return <FirstStep {...step} onPassed={setPassed} />
  }
  return (
    <Suspense>
      <NewFactorStep
        way={token === undefined ? 'session' : 'link'}
        sent={token === undefined ? {} : { token }}
        passed={passed}
        onRefused={onRefused}
        onDone={(reply) => {
          if (reply.user) onLoggedIn()
          setConfirmed(reply)
        }}
      />
    </Suspense>
  )
}
