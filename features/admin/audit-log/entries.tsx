import type { MouseEvent } from 'react'
import { fill, type Locale } from '#contract/locale.ts'
import { formatTime } from '#contract/time.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { Illustration } from '#web/ui/illustration.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { useLog, type AuditSearch } from './audit-search.tsx'
import { Actor, Pivot, platformName, Target, useActionName, type Entry } from './entry-cells.tsx'
import { messages } from './messages.ts'
import styles from './page.module.css'

type Props = { entries: readonly Entry[]; hrefOf: (next: AuditSearch) => string }

/** The table of entries: the time opens the details, any other cell filters by its value. */
export function Entries({ entries, hrefOf }: Props) {
  const t = useMessages(messages)
  const columns = useColumns(hrefOf)
  if (entries.length > 0) return <Table caption={t.caption} rows={entries} columns={columns} />
  return (
    <div className="empty">
      <Illustration scene="empty" />
      <p>{t.empty}</p>
    </div>
  )
}

function useColumns(hrefOf: Props['hrefOf']): Column<Entry>[] {
  const t = useMessages(messages)
  const nameOf = useActionName()
  return [
    { title: t.time, cell: (entry) => <DetailsLink entry={entry} hrefOf={hrefOf} /> },
    {
      title: t.action,
      cell: ({ action }) => (
        <Pivot to={{ action }} value={nameOf(action)}>
          <span className={styles.action} data-kind={isWarning(action) ? 'warning' : 'plain'}>
            {nameOf(action)}
          </span>
        </Pivot>
      ),
    },
    { title: t.user, cell: (entry) => <Actor entry={entry} /> },
    { title: t.target, cell: (entry) => <Target entry={entry} /> },
    {
      title: t.ipAddress,
      cell: ({ ipAddress }) => <Pivot to={{ ipAddress }} value={ipAddress} />,
    },
    {
      title: t.subSystem,
      cell: ({ subSystem }) => (
        <Pivot to={{ subSystem }} value={platformName(subSystem, t)}>
          <bdi>{platformName(subSystem, t)}</bdi>
        </Pivot>
      ),
    },
  ]
}

function DetailsLink({ entry, hrefOf }: { entry: Entry; hrefOf: Props['hrefOf'] }) {
  const t = useMessages(messages)
  const { search, timeZone, go } = useLog()
  const { locale } = useLocale()
  const nameOf = useActionName()
  const time = formatTime(entry.timestamp, locale, timeZone)
  const since = ago(entry.timestamp, locale)

  function open(event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    go({ ...search, entry: entry.id })
  }

  return (
    <a
      id={`entry-${entry.id}`}
      href={hrefOf({ ...search, entry: entry.id })}
      title={entry.timestamp}
      aria-label={fill(t.showDetails, { action: nameOf(entry.action), time: `${time} ${since}` })}
      className={styles.time}
      onClick={open}
    >
      <time dateTime={entry.timestamp}>{time}</time> <small>{since}</small>
    </a>
  )
}

function isWarning(action: string): boolean {
  return /failed|refused|locked|blocked|reported/.test(action)
}

/** Each with its length in seconds. */
const units = [
  ['second', 1],
  ['minute', 60],
  ['hour', 3_600],
  ['day', 86_400],
] as const

function ago(time: string, locale: Locale): string {
  const seconds = (Date.parse(time) - Date.now()) / 1000
  const tag = locale === 'ar' ? 'ar-u-nu-latn' : locale
  const [unit, size] = units.findLast((each) => Math.abs(seconds) >= each[1]) ?? units[0]
  return new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }).format(
    Math.round(seconds / size),
    unit,
  )
}
