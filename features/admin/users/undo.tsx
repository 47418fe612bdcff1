import { useEffect, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { fill } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { Failure } from '#web/ui/failure.tsx'
import { useMessages } from '#web/locale.ts'
import { Notice } from '#web/ui/notice.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { activateUser, deactivateUser, type PartnerUser } from './contract.ts'
import { messages } from './messages.ts'

const patienceMs = 10_000

type Props = {
  /** As she is since it was done. */
  user: PartnerUser
  onUndone: (user: PartnerUser) => void
  onOver: () => void
}

/** For ten seconds what was done can be taken back; they do not pass while somebody points at it. */
export function Undo({ user, onUndone, onOver }: Props) {
  const t = useMessages(messages)
  const [isHeld, setHeld] = useState(false)
  const undoing = useMutation({
    mutationFn: () =>
      call(user.active ? deactivateUser : activateUser, {
        params: { id: user.id },
        body: { reason: t.undoReason },
      }),
    onSuccess: (undone) => {
      showSuccess(t.undone)
      onUndone(undone)
      onOver()
    },
  })
  const isWaiting = isHeld || undoing.isPending || undoing.isError

  useEffect(() => {
    if (isWaiting) return undefined
    const timer = setTimeout(onOver, patienceMs)
    return () => clearTimeout(timer)
  }, [isWaiting, onOver])

  const hold = {
    onMouseEnter: () => setHeld(true),
    onMouseLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  }
  const name = `${user.firstname} ${user.lastname}`
  return (
    <div {...hold}>
      <Notice kind="success">
        {fill(user.active ? t.doneActivate : t.doneDeactivate, { name })}{' '}
        <button
          type="button"
          className="quiet-button"
          aria-disabled={undoing.isPending || undefined}
          onClick={() => !undoing.isPending && undoing.mutate()}
        >
          {t.undo}
        </button>
        {undoing.isError && <Failure text={t.undoFailed} error={undoing.error} />}
      </Notice>
    </div>
  )
}
