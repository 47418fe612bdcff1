import { useId, useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import { useMessages } from '#web/locale.ts'
import { AuditReason, AuditSentence } from '#web/parts/audit-sentence.tsx'
import { Button } from '#web/ui/button.tsx'
import { Changes } from '#web/parts/changes.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LogContext, useLog, without } from './audit-search.tsx'
import { useActionName, type Entry } from './entry-cells.tsx'
import { EntryFacts } from './entry-facts.tsx'
import { messages } from './texts/messages.ts'
import styles from './details.module.css'

const quarterHourMs = 15 * 60 * 1000

type Props = {
  entry: Entry
  onClose: () => void
  /** Opens the entry above. Undefined for the first entry. */
  previous: (() => void) | undefined
  /** Opens the entry below. Undefined for the last entry. */
  next: (() => void) | undefined
}

/** A sheet beside the table with all recorded data of an entry. It has its own URL. */
export function Details(props: Props) {
  const { entry, onClose } = props
  const t = useMessages(messages)
  const log = useLog()
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const time = Date.parse(entry.timestamp)

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  return (
    <dialog
      ref={dialog}
      className={styles.details}
      aria-labelledby={id}
      onKeyDown={(event) => stepByKey(event, props)}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <Header id={id} {...props} />
      <div className={styles.sheet}>
        <p>
          <AuditSentence entry={entry} />
          <AuditReason entry={entry} className="wrong" />
        </p>
        <Changes before={entry.data['before']} after={entry.data['after']} names={entry.names} />
        {/* A filter from a fact opens the first page of a new search, with the same start and end dates. */}
        <LogContext value={{ ...log, search: without(log.search, 'cursor', 'range') }}>
          <EntryFacts entry={entry} />
        </LogContext>
        <Data key={entry.id} data={entry.data} />
        <Button
          onClick={() =>
            log.go({
              startDate: new Date(time - quarterHourMs).toISOString(),
              endDate: new Date(time + quarterHourMs).toISOString(),
            })
          }
        >
          {t.around}
        </Button>
      </div>
    </dialog>
  )
}

/** Opens the next entry on `j` and the previous entry on `k`, the keys of the list. */
function stepByKey(event: KeyboardEvent, { previous, next }: Props): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const step = { j: next, k: previous }[event.key.toLowerCase()]
  if (!step) return
  event.preventDefault()
  step()
}

function Header({ id, entry, onClose, previous, next }: Props & { id: string }) {
  const t = useMessages(messages)
  const nameOf = useActionName()
  return (
    <header className={styles.sheetHeader}>
      <h2 id={id} aria-live="polite">
        {nameOf(entry.action)}
      </h2>
      <IconButton isLarge label={t.previousEntry} path="M5 12.5l5-5 5 5" onPress={previous} />
      <IconButton isLarge label={t.nextEntry} path="M5 7.5l5 5 5-5" onPress={next} />
      <IconButton isLarge label={t.closeDetails} path="M5 5l10 10M15 5L5 15" onPress={onClose} />
    </header>
  )
}

/** Shows the data exactly as recorded. */
function Data({ data }: { data: Entry['data'] }) {
  const t = useMessages(messages)
  const text = JSON.stringify(data, null, 2)
  if (text === '{}') return null
  return (
    <details className={styles.data}>
      <summary>{t.data}</summary>
      <pre dir="ltr" tabIndex={0}>
        {text}
      </pre>
      <CopyButton text={text}>{t.copyData}</CopyButton>
    </details>
  )
}
