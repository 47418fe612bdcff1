import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { nameOf } from '#contract/full-name.ts'
import { call } from '#web/api.ts'
import { useGap, useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { activateUser, deactivateUser, type PartnerUser } from './contract.ts'
import { messages } from './texts/messages.ts'
import styles from './page.module.css'

const undoMs = 10_000

type UndoProps = {
  /** The user after the activation or deactivation. */
  user: PartnerUser
  onUndone: (user: PartnerUser) => void
  onClose: () => void
}

/**
 * A notice with a button that undoes an activation or deactivation. Closes after ten seconds without pointer and focus,
 * but stays open while the change is being undone and after an error.
 */
export function UndoActivation({ user, onUndone, onClose }: UndoProps) {
  const t = useMessages(messages)
  const gap = useGap()
  const [hasPointer, setHasPointer] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  const undoing = useMutation({
    mutationFn: () =>
      call(user.active ? deactivateUser : activateUser, {
        params: { id: user.id },
        body: { reason: t.undoReason },
      }),
    onSuccess: (restoredUser) => {
      showSuccess(t.undone)
      onUndone(restoredUser)
      onClose()
    },
  })
  const staysOpen = hasPointer || hasFocus || undoing.isPending || undoing.isError

  useEffect(() => {
    if (staysOpen) return undefined
    const timer = setTimeout(onClose, undoMs)
    return () => clearTimeout(timer)
  }, [staysOpen, onClose])

  return (
    <div
      className={styles.undo}
      onMouseEnter={() => setHasPointer(true)}
      onMouseLeave={() => setHasPointer(false)}
      onFocus={() => setHasFocus(true)}
      onBlur={() => setHasFocus(false)}
    >
      <Notice kind="success">
        {(user.active ? t.doneActivate : t.doneDeactivate)({ name: nameOf(user) })}
        {gap}
        <Button variant="quiet" isPending={undoing.isPending} onClick={() => undoing.mutate()}>
          {t.undo}
        </Button>
        {undoing.isError && <Failure text={t.undoFailed} error={undoing.error} />}
      </Notice>
    </div>
  )
}
