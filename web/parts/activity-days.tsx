import { useId, useState } from 'react'
import type { AuditEntry } from '#contract/audit-entry.ts'
import { dayOf, formatFullDay } from '#contract/relative-time.ts'
import { formatOf, tags } from '#contract/time.ts'
import { useLocale, useMessages } from '../locale.ts'
import { useTimeZone } from '../me.ts'
import { activityMessages } from './texts/messages.ts'
import { countAddresses, runsOf, type Run } from './activity-runs.ts'
import { auditKindOf } from './audit-sentence-parts.ts'
import { AuditIcon, RunSentence, useAuditReason } from './audit-sentence.tsx'
import styles from './activity.module.css'
import { DeviceName } from './device.tsx'
import { LineIcon } from '../ui/line-icon.tsx'

type OpenProps = { onOpen: (entry: AuditEntry) => void }

/**
 * The entries grouped by day in the reader's time zone. Repeated entries, and those of one bulk action, share one line
 * that expands.
 */
export function ActivityDays({ entries, ...rest }: OpenProps & { entries: readonly AuditEntry[] }) {
  const { locale } = useLocale()
  const zone = useTimeZone()
  const days = [...new Set(entries.map(({ timestamp }) => dayOf(timestamp, zone)))]
  return days.map((day) => {
    const dayEntries = entries.filter(({ timestamp }) => dayOf(timestamp, zone) === day)
    return (
      <section key={day} className={`stack-1 ${styles.day}`} aria-labelledby={`day-${day}`}>
        <h3 id={`day-${day}`}>
          {formatFullDay(dayEntries[0]?.timestamp ?? day, locale, zone)}{' '}
          <Failures entries={dayEntries} />
        </h3>
        <ul className="bare">
          {runsOf(dayEntries).map((run) =>
            run.entries.length > 1 ? (
              <RunLine key={run.id} run={run} {...rest} />
            ) : (
              run.entries.map((entry) => <Entry key={entry.id} entry={entry} {...rest} />)
            ),
          )}
        </ul>
      </section>
    )
  })
}

function Failures({ entries }: { entries: readonly AuditEntry[] }) {
  const t = useMessages(activityMessages)
  const count = entries.filter((entry) => auditKindOf(entry) === 'failure').length
  if (count === 0) return null
  return (
    <span className="tag" data-kind="bad">
      {t.failuresOfDay({ count })}
    </span>
  )
}

function useClock() {
  const { locale } = useLocale()
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return formatOf(tags[locale], useTimeZone(), clock)
}

/** A line for a run of repeated entries, with their number, IP addresses and period. Expands to the entries. */
function RunLine({ run, ...rest }: OpenProps & { run: Run }) {
  const t = useMessages(activityMessages)
  const clock = useClock()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const { entries } = run
  const [latest, first] = [entries[0], entries.at(-1)]
  if (!latest || !first) return null
  const [from, to] = [first, latest].map(({ timestamp }) => clock.format(new Date(timestamp)))
  const time = from === to ? from : `${from}–${to}`
  const events = t.events({ count: entries.length })
  return (
    <li>
      <div className={styles.entry} data-failure={auditKindOf(latest) === 'failure'}>
        <AuditIcon entry={latest} />
        <button
          type="button"
          className={styles.open}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          aria-label={t.openRun({ events, time: time ?? '' })}
          onClick={() => setOpen(!isOpen)}
        >
          <bdi dir="ltr">{time}</bdi>
          <LineIcon className={styles.arrow} path="M4 6l4 4 4-4" box={16} />
        </button>
        <Sentence run={run} />
        <Addresses run={run} />
      </div>
      {isOpen && (
        <ul id={id} className={styles.run}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} {...rest} />
          ))}
        </ul>
      )}
    </li>
  )
}

function Addresses({ run }: { run: Run }) {
  const t = useMessages(activityMessages)
  const count = countAddresses(run)
  return (
    <span className={styles.from}>
      {count > 1 ? t.addresses({ count }) : <bdi dir="ltr">{run.entries[0]?.ipAddress}</bdi>}
    </span>
  )
}

/** An entry. A click anywhere on its line opens the details, except on the links in its sentence. */
function Entry({ entry, onOpen }: OpenProps & { entry: AuditEntry }) {
  const t = useMessages(activityMessages)
  const sentence = useId()
  const { timestamp, ipAddress, data } = entry
  const browser = typeof data['browser'] === 'string' ? data['browser'] : undefined
  const time = useClock().format(new Date(timestamp))
  return (
    <li className={styles.entry} data-failure={auditKindOf(entry) === 'failure'}>
      <AuditIcon entry={entry} />
      <button
        type="button"
        className={styles.open}
        aria-label={t.openEntry({ time })}
        aria-describedby={sentence}
        onClick={() => onOpen(entry)}
      >
        <time dateTime={timestamp}>{time}</time>
      </button>
      <Sentence id={sentence} run={{ id: entry.id, entries: [entry] }} />
      <span className={styles.from}>
        {browser !== undefined && <DeviceName browser={browser} />}
        {browser !== undefined && ipAddress !== '' && ' ·\u00a0'}
        <bdi dir="ltr">{ipAddress}</bdi>
      </span>
    </li>
  )
}

/** The sentence of a run, and the reason of its latest entry. */
function Sentence({ run, id }: { run: Run; id?: string }) {
  const reasonOf = useAuditReason()
  const [latest] = run.entries
  const reason = latest && reasonOf(latest)
  return (
    <span id={id} className={styles.sentence}>
      <RunSentence run={run} />
      {reason !== undefined && (
        <small>
          <bdi>{reason}</bdi>
        </small>
      )}
    </span>
  )
}
