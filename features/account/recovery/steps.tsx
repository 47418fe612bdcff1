import { useState } from 'react'
import type { Me } from '#contract/me.ts'
import { errorCodes } from '#contract/refusal.ts'
import { Done } from './done.tsx'
import { FirstStep, type Passed } from './first-step.tsx'
import { SecondStep, type Confirmed } from './second-step.tsx'

type Props = {
  token: string | undefined
  onLoggedIn: () => void
  onDone: (user: Me | undefined) => void
  account: { email: string; passwordProves: boolean }
  onOver: () => void
}

/** The key comes with the first step, and goes with the second. */
export function Steps({ token, account, onLoggedIn, onDone, onOver }: Props) {
  const [passed, setPassed] = useState<Passed | 'expired'>()
  const [confirmed, setConfirmed] = useState<Confirmed>()

  function onRefused(code: number): boolean {
    if (code === errorCodes.loginExpired) setPassed('expired')
    else if (code === errorCodes.invalidLink || code === errorCodes.notLoggedIn) onOver()
    else return false
    return true
  }

  if (confirmed) {
    const email = confirmed.user?.email ?? account.email
    const { recoveryCodes, user } = confirmed
    return <Done codes={recoveryCodes} email={email} onSaved={() => onDone(user)} />
  }
  if (passed === undefined || passed === 'expired') {
    const isExpired = passed === 'expired'
    const about = { token, ...account, isExpired, onRefused }
    return <FirstStep {...about} onPassed={setPassed} />
  }
  return (
    <SecondStep
      token={token}
      passed={passed}
      onRefused={onRefused}
      onDone={(reply) => {
        if (reply.user) onLoggedIn()
        setConfirmed(reply)
      }}
    />
  )
}
