import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  type ReactNode,
  type SyntheticEvent,
} from 'react'
import styles from './dialog.module.css'

type Props = {
  title: string
  /** True if no page is rendered behind the dialog, which makes the dialog's title the `h1`. */
  isAlone?: boolean
  /** Called on Escape and by `closeDialogs`; if undefined, neither closes the dialog. */
  onClose?: () => void
  /** Called on Escape instead of `onClose`. */
  onEscape?: (() => void) | undefined
  role?: 'alertdialog'
  children: ReactNode
  /** Fields to fill in, below the text. */
  form?: ReactNode
  /** Buttons, which stay visible. If there are no fields, the first button has the focus. */
  actions: ReactNode
}

const closers = new Set<() => void>()

/** Closes every open dialog that can be canceled, for example when its action starts to wait for approval. */
export function closeDialogs(): void {
  for (const close of closers) close()
}

/** A native modal dialog, which traps the focus and restores it. */
export function Dialog({
  title,
  isAlone,
  onClose,
  onEscape = onClose,
  role,
  children,
  form,
  actions,
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const Title = isAlone ? 'h1' : 'h2'

  const close = useEffectEvent(() => onClose?.())
  useEffect(() => {
    const closer = () => close()
    closers.add(closer)
    return () => void closers.delete(closer)
  }, [])

  // The browser restores the focus only if the dialog is closed before it is removed.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  return (
    <dialog
      ref={dialog}
      role={role}
      className={styles.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      closedby={onClose ? 'closerequest' : 'none'}
      {...escapeHandlers(onEscape)}
    >
      <Title id={`${id}-title`}>{title}</Title>
      <div id={`${id}-text`} className={`stack-3 ${styles.text}`}>
        {children}
      </div>
      {form}
      <div className={styles.actions}>{actions}</div>
    </dialog>
  )
}

function escapeHandlers(onEscape: (() => void) | undefined) {
  return {
    onCancel: (event: SyntheticEvent) => {
      event.preventDefault()
      onEscape?.()
    },
    onClose: ({ currentTarget }: SyntheticEvent<HTMLDialogElement>) => {
      // Chrome closes the dialog at a further Escape, although `cancel` was prevented.
      if (currentTarget.open || !currentTarget.isConnected) return
      currentTarget.showModal()
      onEscape?.()
    },
  }
}
