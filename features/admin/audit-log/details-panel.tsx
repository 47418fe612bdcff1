import { useId, useLayoutEffect, useRef } from 'react'
import { formatTime } from '#contract/time.ts'
import { Fact } from '#web/ui/fact.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { useActionName } from './action-name.tsx'
import { without, type AuditSearch } from './audit-search.tsx'
import { Pivot, PlatformName, Target, Who, type Entry } from './entries-panel.tsx'
import { messages } from './messages.ts'
import styles from './details-panel.module.css'

type Props = {
  entry: Entry
  timeZone: string
  search: AuditSearch
  go: (next: AuditSearch) => void
  onClose: () => void
}

const quarterMs = 15 * 60 * 1000

/** One event with all that is known of it, at the side of the table; it has an address of its own. */
export function DetailsPanel({ entry, timeZone, search, go, onClose }: Props) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const nameOf = useActionName()
  const panel = useRef<HTMLDialogElement>(null)
  const id = useId()
  const kept = without(search, 'cursor', 'range')
  const time = Date.parse(entry.timestamp)

  useLayoutEffect(() => {
    const element = panel.current
    element?.showModal()
    return () => element?.close()
  }, [])

  return (
    <dialog
      ref={panel}
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
        <dl className="facts">
          <Fact name={t.time}>
            <time dateTime={entry.timestamp}>{formatTime(time, locale, timeZone)}</time>
            <small>
              <bdi dir="ltr">{entry.timestamp}</bdi>
            </small>
          </Fact>
          <Fact name={t.user}>
            <Who entry={entry} search={kept} go={go} />
          </Fact>
          <Fact name={t.target}>
            <Target entry={entry} search={kept} go={go} />
          </Fact>
          <Fact name={t.ipAddress}>
            <Pivot
              search={kept}
              go={go}
              to={{ ipAddress: entry.ipAddress }}
              value={entry.ipAddress}
            >
              <bdi dir="ltr">{entry.ipAddress}</bdi>
            </Pivot>
          </Fact>
          <Fact name={t.subSystem}>
            <PlatformName id={entry.subSystem} />
          </Fact>
          <Fact name={t.requestId}>
            <Pivot search={{}} go={go} to={{ requestId: entry.requestId }} value={entry.requestId}>
              <bdi dir="ltr">{entry.requestId}</bdi>
            </Pivot>
          </Fact>
          <Fact name={t.entryId}>
            <bdi dir="ltr">{entry.id}</bdi>
          </Fact>
        </dl>
        <Data data={entry.data} />
        <Button
          onClick={() =>
            go({
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

/** Of a change the values before and after, side by side; anything else as it was recorded. */
function Data({ data }: { data: Entry['data'] }) {
  const t = useMessages(messages)
  const { before, after, ...rest } = data
  const changes = changesOf(before, after)
  const text = JSON.stringify(changes.length > 0 ? rest : data, null, 2)
  return (
    <>
      {changes.length > 0 && (
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
                  <del>{from}</del>
                </td>
                <td>
                  <ins>{to}</ins>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {text === '{}' ? (
        changes.length === 0 && <p className="soft">{t.noData}</p>
      ) : (
        <figure className={styles.data}>
          <figcaption>{t.data}</figcaption>
          <pre dir="ltr" tabIndex={0}>
            {text}
          </pre>
          <CopyButton text={JSON.stringify(data, null, 2)}>{t.copyData}</CopyButton>
        </figure>
      )}
    </>
  )
}

function changesOf(before: unknown, after: unknown) {
  const [old, fresh] = [recordOf(before), recordOf(after)]
  const names = [...new Set([...Object.keys(old), ...Object.keys(fresh)])]
  return names.map((name) => ({ name, from: shown(old[name]), to: shown(fresh[name]) }))
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function shown(value: unknown): string {
  if (value === undefined || value === '') return '—'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
