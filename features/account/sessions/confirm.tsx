import { useMutation } from '@tanstack/react-query'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { useMessages } from '#web/locale.ts'
import { messages } from './messages.ts'

type Props = {
  title: string
  text: string
  action: string
  failed: string
  run: () => Promise<void>
  onClose: () => void
  onDone: () => void
}

/** Asks before it does what cannot be taken back, and says so where it did not work. */
export function Confirm(props: Props) {
  const { title, text, action, failed, run, onClose, onDone } = props
  const t = useMessages(messages)
  const running = useMutation({
    mutationFn: run,
    onSuccess: () => {
      onClose()
      onDone()
    },
  })
  return (
    <Dialog
      title={title}
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
            aria-disabled={running.isPending || undefined}
            onClick={() => !running.isPending && running.mutate()}
          >
            {action}
          </button>
        </>
      }
    >
      <p>{text}</p>
      {running.isError && <Failure text={failed} error={running.error} />}
    </Dialog>
  )
}
