import { useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { fieldMessages } from './texts/messages.ts'
import { useMessages } from '../locale.ts'

type Props = {
  /** The warning; by default it says that unsaved input is lost. */
  text?: string
  /** Title and button, if the default texts about saving do not apply. */
  texts?: { leaveTitle: string; leave: string } | undefined
  onStay: () => void
  onLeave: () => void
}

/** Asks for confirmation before unsaved input is discarded. The Stay button has the focus. */
export function LeaveDialog({ text, texts, onStay, onLeave }: Props) {
  const t = { ...useMessages(fieldMessages), ...texts }
  const stay = useRef<HTMLButtonElement>(null)
  useEffect(() => stay.current?.focus(), [])
  return (
    <Dialog
      title={t.leaveTitle}
      onClose={onStay}
      actions={
        <>
          <Button onClick={onLeave}>{t.leave}</Button>
          <Button ref={stay} variant="primary" onClick={onStay}>
            {t.stay}
          </Button>
        </>
      }
    >
      <p>{text ?? t.leaveText}</p>
    </Dialog>
  )
}
