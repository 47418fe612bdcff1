import { useId } from 'react'
import type { AuditEntry } from '#contract/audit-entry.ts'
import { formatDevice } from '#contract/device.ts'
import { counted, fill } from '#contract/locale.ts'
import { dayOf, formatDay } from '#contract/relative-time.ts'
import { defaultTimeZone, formatOf, tags } from '#contract/time.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import {
  AuditIcon,
  AuditSentence,
  useAuditReason,
  type AuditLinks,
} from '#web/ui/audit-sentence.tsx'
import { auditKindOf } from '#web/ui/audit-sentence-parts.ts'
import { userPageMessages } from './user-page-messages.ts'
import styles from './activity.module.css'

type Rest = { links: AuditLinks; onOpen: (entry: AuditEntry) => void }

/** The entries by day, where the browser is. */
export function ActivityDays({ entries, ...rest }: Rest & { entries: readonly AuditEntry[] }) {
  const { locale } = useLocale()
  const zone = defaultTimeZone()
  const days = [...new Set(entries.map(({ timestamp }) => dayOf(timestamp, zone)))]
  return days.map((day) => {
    const ofDay = entries.filter(({ timestamp }) => dayOf(timestamp, zone) === day)
    return (
      <section key={day} className={styles.day} aria-labelledby={`day-${day}`}>
        <h3 id={`day-${day}`}>
          {formatDay(ofDay[0]?.timestamp ?? day, locale, zone)} <Failures entries={ofDay} />
        </h3>
        <ul>
          {ofDay.map((entry) => (
            <Entry key={entry.id} entry={entry} {...rest} />
          ))}
        </ul>
      </section>
    )
  })
}

function Failures({ entries }: { entries: readonly AuditEntry[] }) {
  const t = useMessages(userPageMessages)
  const { locale } = useLocale()
  const count = entries.filter((entry) => auditKindOf(entry) === 'failure').length
  if (count === 0) return null
  return (
    <span className="tag" data-kind="bad">
      {counted(t.failuresOfDay, count, locale)}
    </span>
  )
}

const clock = { hour: '2-digit', minute: '2-digit' } as const

/** The whole line opens the details; names in the sentence stay links of their own. */
function Entry({ entry, links, onOpen }: Rest & { entry: AuditEntry }) {
  const t = useMessages(userPageMessages)
  const { locale } = useLocale()
  const sentence = useId()
  const reason = useAuditReason()(entry)
  const { timestamp, ipAddress, data } = entry
  const browser = typeof data['browser'] === 'string' ? data['browser'] : undefined
  const time = formatOf(tags[locale], defaultTimeZone(), clock).format(new Date(timestamp))
  return (
    <li className={styles.entry} data-failure={auditKindOf(entry) === 'failure'}>
      <AuditIcon entry={entry} />
      <button
        type="button"
        className={styles.open}
        aria-label={fill(t.openEntry, { time })}
        aria-describedby={sentence}
        onClick={() => onOpen(entry)}
      >
        <time dateTime={timestamp}>{time}</time>
      </button>
      <span id={sentence} className={styles.sentence}>
        <AuditSentence entry={entry} links={links} />
        {reason !== undefined && (
          <small>
            <bdi>{reason}</bdi>
          </small>
        )}
      </span>
      <span className={styles.from}>
        {browser !== undefined && <bdi>{formatDevice(browser, locale)}</bdi>}
        {browser !== undefined && ipAddress !== '' && ' · '}
        <bdi dir="ltr">{ipAddress}</bdi>
      </span>
    </li>
  )
}
