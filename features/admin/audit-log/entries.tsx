import { useMemo, useRef, useState, type MouseEvent } from 'react'
import * as adminLinks from '#contract/admin-links.ts'
import * as links from '#contract/links.ts'
import { formatDistance } from '#contract/distance.ts'
import { joinParts } from '#contract/text.ts'
import { formatSecond } from '#contract/time.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { foldJobs, type Run } from '#web/parts/activity-runs.ts'
import {
  AuditIcon,
  AuditReason,
  RunSentence,
  useAuditReason,
  useAuditText,
} from '#web/parts/audit-sentence.tsx'
import { auditKindOf } from '#web/parts/audit-sentence-parts.ts'
import { breakOnce } from '#web/ui/facts.tsx'
import { useListKeys } from '#web/ui/list-keys.ts'
import { useListPreferences } from '#web/ui/list-preferences.ts'
import { Table, type Column } from '#web/ui/table.tsx'
import { useLog } from './audit-search.tsx'
import { Pivot, platformName, useActionName, type Entry } from './entry-cells.tsx'
import { messages } from './texts/messages.ts'
import styles from './page.module.css'

/** `fold` is set on the first row of a folded bulk action and contains all of its entries. */
type Row = Entry & { fold?: Run & { unfold: () => void } }

/** The table of entries. A row opens the details; an address or platform in a row filters by its value. */
export function Entries({ entries }: { entries: readonly Entry[] }) {
  const t = useMessages(messages)
  const columns = useColumns()
  const rows = useRows(entries)
  const table = useRef<HTMLTableElement>(null)
  const { density, hasLetterKeys } = useListPreferences()
  useListKeys(table, { isOn: hasLetterKeys })
  return (
    <div className={styles.rows} data-density={density}>
      <Table ref={table} caption={t.caption} rows={rows} columns={columns} density={density} />
    </div>
  )
}

/** Returns the rows of the table. Folds rows of the same bulk action or request until the reader unfolds them. */
function useRows(entries: readonly Entry[]): Row[] {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  return useMemo(
    () =>
      foldJobs(entries).flatMap((run): readonly Row[] => {
        const { id, entries: all } = run
        const [first] = all
        if (!first || all.length === 1 || unfolded.has(id)) return all
        const unfold = () => setUnfolded((ids) => new Set([...ids, id]))
        return [{ ...first, fold: { ...run, unfold } }]
      }),
    [entries, unfolded],
  )
}

function useColumns(): Column<Row>[] {
  const t = useMessages(messages)
  const { timeZone } = useLog()
  return [
    {
      title: timeZone === 'UTC' ? t.timeInUtc : t.time,
      width: 21.5,
      cell: (entry) => <DetailsLink entry={entry} />,
    },
    { title: t.event, width: 49, cell: (entry) => <Sentence entry={entry} /> },
    {
      title: t.ipAddress,
      width: 13,
      onPhone: 'none',
      cell: ({ ipAddress }) => <Pivot to={{ ipAddress }} value={ipAddress} />,
    },
    {
      title: t.subSystem,
      width: 16.5,
      onPhone: 'none',
      cell: ({ subSystem, names }) => {
        const name = platformName(subSystem, names[subSystem], t)
        return (
          <Pivot to={{ subSystem }} value={name}>
            <bdi>{name}</bdi>
          </Pivot>
        )
      },
    },
  ]
}

function Sentence({ entry }: { entry: Row }) {
  const t = useMessages(messages)
  const { fold } = entry
  return (
    <span className={styles.sentence} data-kind={auditKindOf(entry)}>
      <AuditIcon entry={entry} />
      <span>
        <RunSentence run={fold ?? { id: entry.id, entries: [entry] }} isPlain />
        <AuditReason entry={entry} className={`soft ${styles.reason}`} />
      </span>
      {fold && (
        <button type="button" className={styles.unfold} onClick={fold.unfold}>
          {t.moreOfJob({ count: fold.entries.length - 1 })}
        </button>
      )}
    </span>
  )
}

function DetailsLink({ entry }: { entry: Entry }) {
  const t = useMessages(messages)
  const { search, timeZone, go } = useLog()
  const { locale } = useLocale()
  const nameOf = useActionName()
  const [textOf, reasonOf] = [useAuditText(), useAuditReason()]
  const time = formatSecond(entry.timestamp, locale, timeZone)
  const since = formatDistance(entry.timestamp, locale)

  function open(event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    go({ ...search, entry: entry.id })
  }

  return (
    <a
      id={`entry-${entry.id}`}
      href={links.hrefOf(adminLinks.auditLog({ ...search, entry: entry.id }))}
      // The link covers the whole row, and the row's sentence may be truncated.
      title={`${[textOf(entry), reasonOf(entry)].filter(Boolean).join(' · ')}\n${entry.timestamp}`}
      aria-label={t.showDetails({
        action: nameOf(entry.action),
        time: joinParts([time, since], locale),
      })}
      className={`cover ${styles.time}`}
      onClick={open}
    >
      <time dateTime={entry.timestamp}>{breakOnce(time)}</time> <small>{since}</small>
    </a>
  )
}
