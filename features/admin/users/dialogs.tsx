import type { ReactNode } from 'react'
import { useMessages } from '#web/locale.ts'
import { nameOf } from '#web/ui/facts.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { endSessions, resetPassword, type PartnerUser } from './contract.ts'
import { messages } from './texts/messages.ts'

type Props = {
  user: Pick<PartnerUser, 'id' | 'firstname' | 'lastname' | 'email'>
  onClose: () => void
  onDone: () => void
}

/** A dialog to email a password link. `check`: questions that verify the user's identity, if available. */
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
      title={t.askPassword({ name })}
      action={t.send}
      onClose={onClose}
      onDone={() => {
        showSuccess(t.sent({ email: user.email }))
        onDone()
      }}
    >
      <p>{t.passwordEffect}</p>
      {check}
    </ReasonDialog>
  )
}

export function EndSessionsDialog({ user, onClose, onDone }: Props) {
  const t = useMessages(messages)
  const name = nameOf(user)
  return (
    <ReasonDialog
      t={t}
      endpoint={endSessions}
      params={{ id: user.id }}
      isDangerous
      title={t.askEnd({ name })}
      action={t.endSessions}
      onClose={onClose}
      onDone={(reply) => {
        showSuccess(t.ended({ count: (reply as { ended: number }).ended }))
        onDone()
      }}
    >
      <p>{t.endEffect({ name })}</p>
    </ReasonDialog>
  )
}
