import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { fieldMessages } from '#web/ui/texts/messages.ts'
import { ActivationDialog, useUser } from './activation.tsx'
import type { PartnerUser } from './contract.ts'
import { EndSessionsDialog, PasswordLinkDialog } from './dialogs.tsx'
import { messages } from './texts/messages.ts'
import { LinkDialog } from './user-actions.tsx'

export type RowAction = 'activation' | 'password' | 'twoFactor' | 'sessions'

type Props = {
  user: PartnerUser
  what: RowAction
  onClose: () => void
  /** Called with the changed user if the list shows the change. */
  onDone: (user?: PartnerUser) => void
}

/** The dialog of an action on one user of the list. */
export function RowDialog({ what, onDone, ...props }: Props) {
  const done = () => onDone()
  if (what === 'activation') return <ActivationDialog {...props} onDone={onDone} />
  if (what === 'twoFactor') return <AuthenticatorDialog {...props} onDone={done} />
  const Dialog = what === 'password' ? PasswordLinkDialog : EndSessionsDialog
  return <Dialog {...props} onDone={done} />
}

type LinkProps = Omit<Props, 'what' | 'onDone'> & { onDone: () => void }

/** The dialog to reset second factors. Loads the user first, because its warnings need details that lists lack. */
function AuthenticatorDialog({ user, onClose, onDone }: LinkProps) {
  const [t, { cancel }] = [useMessages(messages), useMessages(fieldMessages)]
  const { data, error, refetch } = useUser(user.id)
  if (data) return <LinkDialog which="twoFactor" user={data} onClose={onClose} onDone={onDone} />
  if (!error) return null
  return (
    <Dialog
      title={t.resetTwoFactor}
      onClose={onClose}
      actions={<Button onClick={onClose}>{cancel}</Button>}
    >
      <Failure text={t.failedOne} error={error} onRetry={() => void refetch()} />
    </Dialog>
  )
}
