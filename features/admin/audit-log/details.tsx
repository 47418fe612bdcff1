import { useId, useLayoutEffect, useRef } from 'react'
import { formatTime } from '#contract/time.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { AuditSentence, useAuditReason, type AuditLinks } from '#web/ui/audit-sentence.tsx'
import { Button } from '#web/ui/button.tsx'
import { Changes } from '#web/ui/changes.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Fact } from '#web/ui/facts.tsx'
import { LogContext, useLog, without } from './audit-search.tsx'
import { Actor, Pivot, platformName, Target, useActionName, type Entry } from './entry-cells.tsx'
import { messages } from './messages.ts'
import styles from './details.module.css'

const quarterMs = 15 * 60 * 1000

type Props = { entry: Entry; links: AuditLinks; onClose: () => void }

/** All that is recorded of one entry, in a sheet beside the table; it has an address of its own. */
export function Details({ entry, links, onClose }: Props) {
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
        <Sentence entry={entry} links={links} />
        <Changes before={entry.data['before']} after={entry.data['after']} names={entry.names} />
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

function Sentence({ entry, links }: Pick<Props, 'entry' | 'links'>) {
  const reason = useAuditReason()(entry)
  return (
    <p>
      <AuditSentence entry={entry} links={links} />
      {reason !== undefined && (
        <>
          {' · '}
          <bdi className={styles.reason}>{reason}</bdi>
        </>
      )}
    </p>
  )
}

function Facts({ entry }: { entry: Entry }) {
  const t = useMessages(messages)
  const log = useLog()
  const { locale } = useLocale()
  const { timestamp, ipAddress, requestId, subSystem, names } = entry
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
        <bdi>{platformName(subSystem, names[subSystem], t)}</bdi>
      </Fact>
      <DataFacts data={entry.data} />
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

const known = [
  'browser',
  'method',
  'endedSessions',
  'ended',
  'failures',
  'people',
  'until',
] as const

/** What `data` says in words; the rest stands below as it was recorded. */
function DataFacts({ data }: { data: Entry['data'] }) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const { timeZone } = useLog()
  const words: Readonly<Record<string, unknown>> = t
  return known.map((name) => {
    const value = data[name]
    if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return null
    const said = name === 'method' ? words[`method_${value}`] : undefined
    const time = name === 'until' ? formatTime(String(value), locale, timeZone) : undefined
    return (
      <Fact key={name} name={t[`fact_${name}`]}>
        <bdi>{typeof said === 'string' ? said : time || String(value)}</bdi>
      </Fact>
    )
  })
}

/** The data as they were recorded. */
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
