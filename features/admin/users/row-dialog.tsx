import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { fieldMessages } from '#web/ui/texts/messages.ts'
import { useAccountActions, useFactorActions } from './actions.tsx'
import { useUser } from './activation.tsx'
import type { Details, PartnerUser } from './contract.ts'
import { messages } from './texts/messages.ts'

export type RowAction = 'activation' | 'password' | 'twoFactor' | 'sessions'

type Props = {
  user: PartnerUser
  what: RowAction
  onClose: () => void
  /** Called after the action; with the changed user if the user's row has to change. */
  onDone: (user?: PartnerUser) => void
}

/** The dialog of an action on one user of the list. */
export function RowDialog({ user, what, onClose, onDone }: Props) {
  const done = () => onDone()
  const actions = useAccountActions(user, { onDone: done, onActivation: onDone })
  if (what === 'twoFactor') return <SecondFactorDialog {...{ user, onClose }} onDone={done} />
  return actions[what].dialog(onClose)
}

type DialogProps<User> = { user: User; onClose: () => void; onDone: () => void }

/** The dialog to reset second factors. Loads the user first, because its warnings need details that lists lack. */
function SecondFactorDialog({ user, onClose, onDone }: DialogProps<PartnerUser>) {
  const t = useMessages(messages)
  const { cancel } = useMessages(fieldMessages)
  const { data, error, refetch } = useUser(user.id)
  if (data) return <LoadedDialog user={data} {...{ onClose, onDone }} />
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

function LoadedDialog({ user, onClose, onDone }: DialogProps<Details>) {
  return useFactorActions(user, onDone).twoFactor.dialog(onClose)
}
