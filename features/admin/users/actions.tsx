import { useState } from 'react'
import { fill } from '#contract/locale.ts'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { resetPassword, resetTwoFactor, type Details } from './contract.ts'
import { messages } from './messages.ts'
import { ReasonDialog } from './reason-dialog.tsx'

type Props = { user: Details; onSent: () => void }

/** Mails links to the user; they are never shown here. */
export function UserActions({ user, onSent }: Props) {
  const t = useMessages(messages)
  const [asked, setAsked] = useState<'password' | 'two-factor'>()
  const name = `${user.firstname} ${user.lastname}`
  const isPassword = asked === 'password'
  return (
    <Panel title={t.help} intro={t.helpHint}>
      <div className="button-row">
        <Button onClick={() => setAsked('password')}>{t.resetPassword}</Button>
        {user.secondFactor !== 'none' && (
          <Button onClick={() => setAsked('two-factor')}>{t.resetTwoFactor}</Button>
        )}
      </div>
      {asked && (
        <ReasonDialog
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
        </ReasonDialog>
      )}
    </Panel>
  )
}
