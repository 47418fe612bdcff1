import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import styles from './dialog.module.css'

type Props = {
  title: string
  isOpen: boolean
  /** Escape and every button that closes end here; without it only what the dialog asks for closes it. */
  onClose?: () => void
  role?: 'alertdialog'
  children: ReactNode
  /** Fields to fill in, below the text. */
  form?: ReactNode
  /** The last one is what the dialog is about; the first is the way out, and has the focus. */
  actions: ReactNode
}

/** The browser's own modal dialog: it keeps the focus inside and gives it back. */
export function Dialog({ title, isOpen, onClose, role, children, form, actions }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()

  // Closed before it leaves the page, or the focus would not go back to where it came from.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!isOpen || !element) return undefined
    element.showModal()
    return () => element.close()
  }, [isOpen])

  return (
    <dialog
      ref={dialog}
      role={role}
      className={styles.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      closedby={onClose ? 'closerequest' : 'none'}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <div id={`${id}-text`}>{children}</div>
      {form}
      <div className={styles.actions}>{actions}</div>
    </dialog>
  )
}
