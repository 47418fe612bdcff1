import { useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import type { Me } from '#contract/me.ts'
import { errorCodes } from '#contract/refusal.ts'
import { useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RecoveryCodes } from '#web/ui/recovery-codes.tsx'
import type { confirmReset, confirmResetByLink } from './contract.ts'
import { FirstStep, type Account, type PassedStep } from './first-step.tsx'
import { messages } from './messages.ts'
import { NewFactorStep } from './new-factor-step.tsx'
import styles from './page.module.css'

export type Confirmed = Reply<typeof confirmReset> & Partial<Reply<typeof confirmResetByLink>>

type Props = {
  token: string | undefined
  onLoggedIn: () => void
  onDone: (user: Me | undefined) => void
  account: Account
  onOver: () => void
}

/** The two steps of a reset: the key lives from the first to the second only. */
export function Steps({ token, account, onLoggedIn, onDone, onOver }: Props) {
  const [passed, setPassed] = useState<PassedStep | 'expired'>()
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
    const done = { codes: recoveryCodes, email, onSaved: () => onDone(user) }
    return <Done {...done} isPasskey={user?.mfa.totp === false} />
  }
  if (passed === undefined || passed === 'expired') {
    const isExpired = passed === 'expired'
    const step = { token, account, isExpired, onRefused }
    return <FirstStep {...step} onPassed={setPassed} />
  }
  return (
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
  )
}

type DoneProps = {
  codes: readonly string[]
  email: string
  onSaved: () => void
  isPasskey: boolean
  /** The password was set, too. */
  hasPassword?: boolean
}

/** Lists what has changed and shows the new recovery codes, once. */
export function Done({ isPasskey, hasPassword = false, ...props }: DoneProps) {
  const t = useMessages(messages)
  return (
    <>
      <PageTitle>{t.doneTitle}</PageTitle>
      <Notice kind="success">
        <ul className={styles.changes}>
          {hasPassword && <li>{t.donePassword}</li>}
          <li>{isPasskey ? t.donePasskey : t.doneAuthenticator}</li>
          <li>{t.doneSessions}</li>
          <li>{t.doneCodes}</li>
          <li>{t.doneMail}</li>
        </ul>
      </Notice>
      <h2>{t.codesTitle}</h2>
      <RecoveryCodes {...props} />
    </>
  )
}
