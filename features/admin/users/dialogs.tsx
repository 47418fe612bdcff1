import type { ReactNode } from 'react'
import { counted, fill } from '#contract/locale.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { nameOf } from '#web/ui/facts.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { endSessions, resetPassword, type PartnerUser } from './contract.ts'
import { messages } from './messages.ts'

type Props = {
  user: Pick<PartnerUser, 'id' | 'firstname' | 'lastname' | 'email'>
  onClose: () => void
  onDone: () => void
}

/** `check`: what to ask first, where it is known. */
export function PasswordLinkDialog({
  user,
  check,
  onClose,
  onDone,
}: Props & { check?: ReactNode }) {
  const t = useMessages(messages)
  const name = nameOf(user)
  return (
    <ReasonDialog
      t={t}
      endpoint={resetPassword}
      params={{ id: user.id }}
      title={fill(t.askPassword, { name })}
      action={t.send}
      onClose={onClose}
      onDone={() => {
        showSuccess(fill(t.sent, { name, email: user.email }))
        onDone()
      }}
    >
      <p>{fill(t.passwordEffect, { name })}</p>
      {check}
    </ReasonDialog>
  )
}

export function EndSessionsDialog({ user, onClose, onDone }: Props) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const name = nameOf(user)
  return (
    <ReasonDialog
      t={t}
      endpoint={endSessions}
      params={{ id: user.id }}
      isDangerous
      title={fill(t.askEnd, { name })}
      action={t.endSessions}
      onClose={onClose}
      onDone={(reply) => {
        showSuccess(counted(t.ended, (reply as { ended: number }).ended, locale))
        onDone()
      }}
    >
      <p>{fill(t.endEffect, { name })}</p>
    </ReasonDialog>
  )
}
