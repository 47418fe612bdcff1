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
  facts: { errorCode?: number | undefined; requestId?: string | undefined } = {},
): void {
  const timeout = facts.requestId === undefined ? usualTimeoutMs : 0
  const { errorCode, requestId } = facts
  show({ open: true, message, color: 'error', timeout, errorCode, requestId })
}

export function closeSnackbar(): void {
  if (state.open) show(closed)
}

/** The snackbar. Both live regions are always in the document, so that screen readers announce messages. */
export function Snackbar() {
  const current = useSyncExternalStore(
    changes.listen,
    () => state,
    () => closed,
  )
  const [isPaused, setPaused] = useState(false)
  // React reports no blur of a button that is removed while it has the focus.
  if (!current.open && isPaused) setPaused(false)
  useClosing(current, isPaused)
  const pauseHandlers = {
    onMouseEnter: () => setPaused(true),
    onMouseLeave: () => setPaused(false),
    onFocus: () => setPaused(true),
    onBlur: () => setPaused(false),
  }
  const isError = current.open && current.color === 'error'

  return (
    <div className={styles.place} {...pauseHandlers}>
      <div role="status">{current.open && !isError && <Message current={current} />}</div>
      <div role="alert">{isError && <Message current={current} />}</div>
    </div>
  )
}

function Message({ current }: { current: SnackbarState }) {
  const t = useMessages(fieldMessages)
  const { message, color } = current
  return (
    <div className={styles.snackbar} data-color={color}>
      <p className={styles.message}>
        {message} {current.link}
        <ErrorDetails facts={current} />
      </p>
      {current.requestId !== undefined && <CopyDetails text={message} facts={current} />}
      <button type="button" aria-label={t.close} onClick={closeSnackbar}>
        <LineIcon path="M5 5l10 10M15 5L5 15" />
      </button>
    </div>
  )
}

/** Closes the snackbar after its timeout, which pauses on hover, on focus and while the browser tab is hidden. */
function useClosing(current: SnackbarState, isPaused: boolean): void {
  const leftMs = useRef(0)
  useEffect(() => {
    leftMs.current = current.timeout
  }, [current])
  useEffect(() => {
    if (!current.open || current.timeout === 0 || isPaused) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') leftMs.current -= 100
      if (leftMs.current <= 0) closeSnackbar()
    }, 100)
    return () => clearInterval(timer)
  }, [current, isPaused])
}

function show(next: SnackbarState): void {
  state = next
  changes.notify()
}
