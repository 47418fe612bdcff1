import type { MouseEvent, ReactNode } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { fill, type Locale, type MessagesOf } from '#contract/locale.ts'
import { formatTime } from '#contract/time.ts'
import { Illustration } from '#web/ui/illustration.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { Table } from '#web/ui/table.tsx'
import type { listEntries } from './contract.ts'
import { useActionName } from './action-name.tsx'
import { without, type AuditSearch } from './audit-search.tsx'
import { messages } from './messages.ts'
import styles from './page.module.css'

export type Entry = Reply<typeof listEntries>[number]

type Go = (next: AuditSearch) => void
type Props = {
  entries: readonly Entry[]
  search: AuditSearch
  timeZone: string
  go: Go
  hrefOf: (next: AuditSearch) => string
}

/** A table of events: the time leads to the details, any other cell to everything that is like it. */
export function EntriesPanel({ entries, search, timeZone, go, hrefOf }: Props) {
  const t = useMessages(messages)
  const nameOf = useActionName()
  if (entries.length === 0) {
    return (
      <div className="empty">
        <Illustration scene="empty" />
        <p>{t.empty}</p>
      </div>
    )
  }
  const pivot = { search, go }
  return (
    <Table
      caption={t.caption}
      rows={entries}
      columns={[
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
              <span className={styles.action} data-kind={kindOf(action)}>
                {nameOf(action)}
              </span>
            </Pivot>
          ),
        },
        { title: t.user, cell: (entry) => <Who {...pivot} entry={entry} /> },
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
              <PlatformName id={subSystem} />
            </Pivot>
          ),
        },
      ]}
    />
  )
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

type PivotProps = {
  search: AuditSearch
  go: Go
  to: AuditSearch
  value: string
  children: ReactNode
}

/** From a value to everything that has it, beside the filters that stand already. */
export function Pivot({ search, go, to, value, children }: PivotProps) {
  const t = useMessages(messages)
  if (value === '') return <span className="soft">{t.nothing}</span>
  const label = fill(t.onlyThis, { value })
  return (
    <button
      type="button"
      className={styles.pivot}
      title={label}
      aria-label={label}
      onClick={() => go({ ...without(search, 'cursor', 'entry'), ...to })}
    >
      {children}
    </button>
  )
}

type EntryProps = { entry: Entry; search: AuditSearch; go: Go }

export function Who({ entry, search, go }: EntryProps) {
  const t = useMessages(messages)
  const { user, userId, actorKind } = entry
  const kind = t[`kind_${actorKind}`]
  if (userId === null) return <span className="soft">{kind}</span>
  const name = user || t.erased
  return (
    <div>
      <Pivot search={search} go={go} to={{ user: userId }} value={name}>
        <bdi>{name}</bdi>
      </Pivot>
      {actorKind !== 'user' && <small className="soft">{kind}</small>}
    </div>
  )
}

export function Target({ entry, search, go }: EntryProps) {
  const t = useMessages(messages)
  const { target, targetId, userId } = entry
  if (targetId === null || targetId === userId) {
    return <span className="soft">{t.nothing}</span>
  }
  // Only ids that a person may have lead somewhere.
  if (!/^[0-9a-f-]{36}$/.test(targetId)) return <bdi dir="ltr">{targetId}</bdi>
  return (
    <Pivot search={search} go={go} to={{ user: targetId }} value={target || targetId}>
      {target ? <bdi>{target}</bdi> : <bdi dir="ltr">{targetId.slice(-12)}</bdi>}
    </Pivot>
  )
}

export function PlatformName({ id }: { id: string }) {
  const t = useMessages(messages)
  return <bdi>{platformName(id, t)}</bdi>
}

function platformName(id: string, t: MessagesOf<typeof messages>): string {
  return id === 'portal' || id === 'admin' ? t[id] : id
}

function kindOf(action: string): string {
  return /failed|refused|locked|blocked|disowned/.test(action) ? 'warning' : 'plain'
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
