import { useId, useLayoutEffect, useRef } from 'react'
import { formatTime } from '#contract/time.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Fact } from '#web/ui/facts.tsx'
import { LogContext, useLog, without } from './audit-search.tsx'
import { Actor, Pivot, platformName, Target, useActionName, type Entry } from './entry-cells.tsx'
import { messages } from './messages.ts'
import styles from './details.module.css'

const quarterMs = 15 * 60 * 1000

/** All that is recorded of one entry, in a sheet beside the table; it has an address of its own. */
export function Details({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const t = useMessages(messages)
  const log = useLog()
  const nameOf = useActionName()
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
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <div className={styles.sheet}>
        <header className={styles.sheetHeader}>
          <h2 id={id}>{nameOf(entry.action)}</h2>
          <Button variant="quiet" aria-label={t.closeDetails} onClick={onClose}>
            ×
          </Button>
        </header>
        <LogContext value={{ ...log, search: without(log.search, 'cursor', 'range') }}>
          <Facts entry={entry} />
        </LogContext>
        <Data data={entry.data} />
        <Button
          onClick={() =>
            log.go({
              startDate: new Date(time - quarterMs).toISOString(),
              endDate: new Date(time + quarterMs).toISOString(),
            })
          }
        >
          {t.around}
        </Button>
      </div>
    </dialog>
  )
}

function Facts({ entry }: { entry: Entry }) {
  const t = useMessages(messages)
  const log = useLog()
  const { locale } = useLocale()
  const { timestamp, ipAddress, requestId } = entry
  return (
    <dl className="facts">
      <Fact name={t.time}>
        <time dateTime={timestamp}>{formatTime(timestamp, locale, log.timeZone)}</time>
        <small>
          <bdi dir="ltr">{timestamp}</bdi>
        </small>
      </Fact>
      <Fact name={t.user}>
        <Actor entry={entry} />
      </Fact>
      <Fact name={t.target}>
        <Target entry={entry} />
      </Fact>
      <Fact name={t.ipAddress}>
        <Pivot to={{ ipAddress }} value={ipAddress} />
      </Fact>
      <Fact name={t.subSystem}>
        <bdi>{platformName(entry.subSystem, t)}</bdi>
      </Fact>
      <Fact name={t.requestId}>
        <LogContext value={{ ...log, search: {} }}>
          <Pivot to={{ requestId }} value={requestId} />
        </LogContext>
      </Fact>
      <Fact name={t.entryId}>
        <bdi dir="ltr">{entry.id}</bdi>
      </Fact>
    </dl>
  )
}

/** A change as the values before and after, side by side; anything else as it was recorded. */
function Data({ data }: { data: Entry['data'] }) {
  const t = useMessages(messages)
  const { before, after, ...rest } = data
  const changes = changesOf(before, after)
  const text = JSON.stringify(changes.length > 0 ? rest : data, null, 2)
  return (
    <>
      {changes.length > 0 && <Changes changes={changes} />}
      {text !== '{}' && (
        <figure className={styles.data}>
          <figcaption>{t.data}</figcaption>
          <pre dir="ltr" tabIndex={0}>
            {text}
          </pre>
          <CopyButton text={JSON.stringify(data, null, 2)}>{t.copyData}</CopyButton>
        </figure>
      )}
      {changes.length === 0 && text === '{}' && <p className="soft">{t.noData}</p>}
    </>
  )
}

function Changes({ changes }: { changes: ReturnType<typeof changesOf> }) {
  const t = useMessages(messages)
  return (
    <table className={styles.changes}>
      <caption>{t.changed}</caption>
      <thead>
        <tr>
          <th scope="col">{t.field}</th>
          <th scope="col">{t.before}</th>
          <th scope="col">{t.after}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ name, from, to }) => (
          <tr key={name}>
            <th scope="row">
              <bdi dir="ltr">{name}</bdi>
            </th>
            <td>
              <del>
                <bdi>{from}</bdi>
              </del>
            </td>
            <td>
              <ins>
                <bdi>{to}</bdi>
              </ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function changesOf(before: unknown, after: unknown) {
  const [old, fresh] = [recordOf(before), recordOf(after)]
  const names = Object.keys({ ...old, ...fresh })
  return names.map((name) => ({ name, from: shown(old[name]), to: shown(fresh[name]) }))
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function shown(value: unknown): string {
  if (value === undefined || value === '') return '—'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
