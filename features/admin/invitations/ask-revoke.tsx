import { useMutation } from '@tanstack/react-query'
import { fill } from '#contract/locale.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { call } from '#web/api.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { useMessages } from '#web/locale.ts'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { revokeInvitation, type Invitation } from './contract.ts'
import { messages } from './messages.ts'

type Props = { invitation: Invitation; onClose: () => void; onDone: () => void }

export function AskRevoke({ invitation, onClose, onDone }: Props) {
  const t = useMessages(messages)
  const name = `${invitation.firstname} ${invitation.lastname}`
  const revoking = useMutation({
    mutationFn: () => call(revokeInvitation, { params: { id: invitation.id }, body: {} }),
    onSuccess: () => {
      showSuccess(fill(t.revoked, { name }))
      onDone()
    },
  })
  const { error } = revoking
  const isLate = error instanceof Refusal && error.code === errorCodes.changedMeanwhile
  return (
    <Dialog
      title={fill(t.askRevoke, { name })}
      isOpen
      onClose={onClose}
      actions={
        <>
          <button type="button" className="secondary-button" onClick={onClose}>
            {t.cancel}
          </button>
          <button
            type="button"
            className="primary-button danger-button"
            aria-disabled={revoking.isPending || undefined}
            onClick={() => !revoking.isPending && revoking.mutate()}
          >
            {t.revoke}
          </button>
        </>
      }
    >
      <p>{t.revokeEffect}</p>
      {error && <Failure text={isLate ? t.changedMeanwhile : t.failed} error={error} />}
    </Dialog>
  )
}
