import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { createListeners } from '../listeners.ts'
import { CopyDetails, ErrorDetails } from './failure.tsx'
import { fieldMessages } from './texts/messages.ts'
import { useMessages } from '../locale.ts'
import { LineIcon } from './line-icon.tsx'
import styles from './snackbar.module.css'

/** State of the snackbar (specification §8). `timeout` is in milliseconds; 0 means that it stays open. */
type SnackbarState = {
  open: boolean
  message: string
  color: 'success' | 'error'
  timeout: number
  errorCode?: number | undefined
  requestId?: string | undefined
  /** Link to the subject of the message. */
  link?: ReactNode
}

const usualTimeoutMs = 6000
/** Timeout of a message with a link, long enough to reach the link. */
const linkTimeoutMs = 20_000
const closed: SnackbarState = { open: false, message: '', color: 'success', timeout: 0 }
let state = closed
const changes = createListeners()

export function showSuccess(message: string, link?: ReactNode): void {
  const timeout = link === undefined ? usualTimeoutMs : linkTimeoutMs
  show({ open: true, message, color: 'success', timeout, link })
}

/** Shows an error. With a request id, it stays until the user closes it, so that the id can be copied. */
export function showError(
  message: string,
  about: { errorCode?: number | undefined; requestId?: string | undefined } = {},
): void {
  const timeout = about.requestId === undefined ? usualTimeoutMs : 0
  const { errorCode, requestId } = about
  show({ open: true, message, color: 'error', timeout, errorCode, requestId })
}

export function closeSnackbar(): void {
  if (state.open) show(closed)
}

/** The snackbar. Both live regions are always in the document, so that screen readers announce messages. */
export function Snackbar() {
  const shown = useSyncExternalStore(
    changes.listen,
    () => state,
    () => closed,
  )
  const [isHeld, setHeld] = useState(false)
  useClosing(shown, isHeld)
  const hold = {
    onMouseEnter: () => setHeld(true),
    onMouseLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  }
  const isError = shown.open && shown.color === 'error'

  return (
    <div className={styles.place} {...hold}>
      <div role="status">{shown.open && !isError && <Message shown={shown} />}</div>
      <div role="alert">{isError && <Message shown={shown} />}</div>
    </div>
  )
}

function Message({ shown }: { shown: SnackbarState }) {
  const t = useMessages(fieldMessages)
  const { message, color } = shown
  return (
    <div className={styles.snackbar} data-color={color}>
      <p className={styles.message}>
        {message} {shown.link}
        <ErrorDetails facts={shown} />
      </p>
      {shown.requestId !== undefined && <CopyDetails text={message} facts={shown} />}
      <button type="button" aria-label={t.close} onClick={closeSnackbar}>
        <LineIcon path="M5 5l10 10M15 5L5 15" />
      </button>
    </div>
  )
}

/** Closes the snackbar after its timeout, which pauses on hover, on focus and while the browser tab is hidden. */
function useClosing(shown: SnackbarState, isHeld: boolean): void {
  const leftMs = useRef(0)
  useEffect(() => {
    leftMs.current = shown.timeout
  }, [shown])
  useEffect(() => {
    if (!shown.open || shown.timeout === 0 || isHeld) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') leftMs.current -= 100
      if (leftMs.current <= 0) closeSnackbar()
    }, 100)
    return () => clearInterval(timer)
  }, [shown, isHeld])
}

function show(next: SnackbarState): void {
  state = next
  changes.notify()
}
