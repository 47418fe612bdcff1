import { useMutation } from '@tanstack/react-query'
import { fill } from '#contract/locale.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { call } from '#web/api.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { useWords } from '#web/locale.ts'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { revokeInvitation, type Invitation } from './contract.ts'
import { words } from './messages.ts'

type Props = { invitation: Invitation; onClose: () => void; onDone: () => void }

export function AskRevoke({ invitation, onClose, onDone }: Props) {
  const say = useWords(words)
  const name = `${invitation.firstname} ${invitation.lastname}`
  const revoking = useMutation({
    mutationFn: () => call(revokeInvitation, { params: { id: invitation.id }, body: {} }),
    onSuccess: () => {
      showSuccess(fill(say.revoked, { name }))
      onDone()
    },
  })
  const { error } = revoking
  const isLate = error instanceof Refusal && error.code === errorCodes.changedMeanwhile
  return (
    <Dialog
      title={fill(say.askRevoke, { name })}
      isOpen
      onClose={onClose}
      actions={
        <>
          <button type="button" className="secondary-button" onClick={onClose}>
            {say.cancel}
          </button>
          <button
            type="button"
            className="primary-button danger-button"
            aria-disabled={revoking.isPending || undefined}
            onClick={() => !revoking.isPending && revoking.mutate()}
          >
            {say.revoke}
          </button>
        </>
      }
    >
      <p>{say.revokeEffect}</p>
      {error && <Failure text={isLate ? say.changedMeanwhile : say.failed} error={error} />}
    </Dialog>
  )
}
