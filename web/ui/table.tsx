import type { ReactNode } from 'react'
import { counted } from '#contract/locale.ts'
import { Failure } from './failure.tsx'
import { Illustration } from './illustration.tsx'
import type { List } from './list.ts'
import { listMessages } from './list-messages.ts'
import { useLocale, useMessages } from '../locale.ts'
import { Skeleton } from './skeleton.tsx'
import styles from './table.module.css'

export type Column<Row> = { title: string; cell: (row: Row) => ReactNode }

type Props<Row> = {
  /** What the table holds, for those who do not see what stands above it. */
  caption: string
  /** The first one names the row. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

/** A table where there is room; on a phone each row is a card, with the same meaning to a screen reader. */
export function Table<Row>({ caption, columns, rows, keyOf }: Props<Row>) {
  const [naming, ...others] = columns
  if (!naming) return null
  return (
    <div className={styles.place}>
      <table className={styles.table} role="table">
        <caption className="visually-hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ title }) => (
              <th key={title} scope="col" role="columnheader">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row">
              <th scope="row" role="rowheader">
                {naming.cell(row)}
              </th>
              {others.map(({ title, cell }) => (
                <td key={title} role="cell" data-title={title}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type ListProps<Row> = Omit<Props<Row>, 'rows'> & { list: List<Row>; empty: ReactNode }

/** A list in each of its states: on its way, failed, empty, shown, with more below. */
export function ListTable<Row>({ list, empty, ...table }: ListProps<Row>) {
  const t = useMessages(listMessages)
  const { locale } = useLocale()
  const { rows, error } = list
  if (!rows) {
    if (!error) return <Skeleton rows={6} text={t.loading} />
    return <Failure text={t.failed} error={error} onRetry={list.retry} />
  }
  return (
    <div className={styles.list} aria-busy={list.isStale}>
      <p role="status" className={styles.count}>
        {rows.length > 0 && counted(t.shown, rows.length, locale)}
        {list.isMore && ` · ${t.thereIsMore}`}
      </p>
      {rows.length === 0 ? (
        <div className="empty">
          <Illustration scene="empty" />
          {empty}
        </div>
      ) : (
        <Table {...table} rows={rows} />
      )}
      {error && <Failure text={t.failed} error={error} onRetry={list.retry} />}
      {list.isMore && (
        <button
          type="button"
          className="secondary-button"
          aria-disabled={list.isFetchingMore || undefined}
          onClick={() => !list.isFetchingMore && list.fetchMore()}
        >
          {list.isFetchingMore ? t.loading : t.showMore}
        </button>
      )}
    </div>
  )
}
