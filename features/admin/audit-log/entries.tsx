import type { MouseEvent } from 'react'
import { fill, type Locale } from '#contract/locale.ts'
import { formatTime } from '#contract/time.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { Illustration } from '#web/ui/illustration.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import type { AuditSearch } from './audit-search.tsx'
import { Actor, Pivot, platformName, Target, useActionName, type Entry } from './entry-cells.tsx'
import { messages } from './messages.ts'
import styles from './page.module.css'

type ListProps = {
  search: AuditSearch
  timeZone: string
  go: (next: AuditSearch) => void
  hrefOf: (next: AuditSearch) => string
}

/** The table of entries: the time opens the details, any other cell filters by its value. */
export function Entries({ entries, ...list }: ListProps & { entries: readonly Entry[] }) {
  const t = useMessages(messages)
  const columns = useColumns(list)
  if (entries.length > 0) return <Table caption={t.caption} rows={entries} columns={columns} />
  return (
    <div className="empty">
      <Illustration scene="empty" />
      <p>{t.empty}</p>
    </div>
  )
}

function useColumns({ search, timeZone, go, hrefOf }: ListProps): Column<Entry>[] {
  const t = useMessages(messages)
  const nameOf = useActionName()
  const pivot = { search, go }
  return [
    {
      title: t.time,
      cell: (entry) => (
        <DetailsLink
          entry={entry}
          timeZone={timeZone}
          href={hrefOf({ ...search, entry: entry.id })}
          onOpen={() => go({ ...search, entry: entry.id })}
        />
      ),
    },
    {
      title: t.action,
      cell: ({ action }) => (
        <Pivot {...pivot} to={{ action }} value={nameOf(action)}>
          <span className={styles.action} data-kind={isWarning(action) ? 'warning' : 'plain'}>
            {nameOf(action)}
          </span>
        </Pivot>
      ),
    },
    { title: t.user, cell: (entry) => <Actor {...pivot} entry={entry} /> },
    { title: t.target, cell: (entry) => <Target {...pivot} entry={entry} /> },
    {
      title: t.ipAddress,
      cell: ({ ipAddress }) => (
        <Pivot {...pivot} to={{ ipAddress }} value={ipAddress}>
          <bdi dir="ltr">{ipAddress}</bdi>
        </Pivot>
      ),
    },
    {
      title: t.subSystem,
      cell: ({ subSystem }) => (
        <Pivot {...pivot} to={{ subSystem }} value={platformName(subSystem, t)}>
          <bdi>{platformName(subSystem, t)}</bdi>
        </Pivot>
      ),
    },
  ]
}

type LinkProps = { entry: Entry; timeZone: string; href: string; onOpen: () => void }

function DetailsLink({ entry, timeZone, href, onOpen }: LinkProps) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const nameOf = useActionName()
  const time = formatTime(entry.timestamp, locale, timeZone)
  const since = ago(entry.timestamp, locale)

  function open(event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onOpen()
  }

  return (
    <a
      id={`entry-${entry.id}`}
      href={href}
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

function ago(time: string, locale: Locale): string {
  const seconds = (Date.parse(time) - Date.now()) / 1000
  const format = new Intl.RelativeTimeFormat(locale === 'ar' ? 'ar-u-nu-latn' : locale, {
    numeric: 'auto',
  })
  const size = Math.abs(seconds)
  if (size < 60) return format.format(Math.round(seconds), 'second')
  if (size < 3_600) return format.format(Math.round(seconds / 60), 'minute')
  if (size < 86_400) return format.format(Math.round(seconds / 3_600), 'hour')
  return format.format(Math.round(seconds / 86_400), 'day')
}
