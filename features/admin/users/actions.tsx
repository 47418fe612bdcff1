import { useState } from 'react'
import { fill } from '#contract/locale.ts'
import { useMessages } from '#web/locale.ts'
import { Panel } from '#web/ui/panel.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { AskReason } from './ask-reason.tsx'
import { resetPassword, resetTwoFactor, type Details } from './contract.ts'
import { messages } from './messages.ts'

type Props = { user: Details; onSent: () => void }

/** Links to begin anew: they go to her own address and are never shown here. */
export function UserActions({ user, onSent }: Props) {
  const t = useMessages(messages)
  const [asked, setAsked] = useState<'password' | 'two-factor'>()
  const name = `${user.firstname} ${user.lastname}`
  const isPassword = asked === 'password'
  return (
    <Panel title={t.deeds} intro={t.deedsHint}>
      <div className="button-row">
        <button type="button" className="secondary-button" onClick={() => setAsked('password')}>
          {t.resetPassword}
        </button>
        {user.secondFactor !== 'none' && (
          <button type="button" className="secondary-button" onClick={() => setAsked('two-factor')}>
            {t.resetTwoFactor}
          </button>
        )}
      </div>
      {asked && (
        <AskReason
          endpoint={isPassword ? resetPassword : resetTwoFactor}
          params={{ id: user.id }}
          title={fill(isPassword ? t.askPassword : t.askTwoFactor, { name })}
          action={t.send}
          onClose={() => setAsked(undefined)}
          onDone={() => {
            setAsked(undefined)
            showSuccess(fill(t.sent, { email: user.email }))
            onSent()
          }}
        >
          <p>{fill(isPassword ? t.passwordEffect : t.twoFactorEffect, { name })}</p>
        </AskReason>
      )}
    </Panel>
  )
}
