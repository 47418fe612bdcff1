import { memo, Suspense, useEffect, useRef, type ReactNode } from 'react'
import { numberFormat } from '#contract/locale.ts'
import { lazyPart } from '../lazy.tsx'
import { useGap, useLocale, useMessages } from '../locale.ts'
import { AsOf } from './as-of.tsx'
import { Button } from './button.tsx'
import { Failure } from './failure.tsx'
import type { BulkSelection } from './bulk-bar.tsx'
import type { ListFilter, ListView } from './list-filters.tsx'
import { useListKeys } from './list-keys.ts'
import { listMessages } from './texts/messages.ts'
import { None, type ListTexts } from './list-none.tsx'
import { useListPreferences } from './list-preferences.ts'
import { Skeleton } from './loading.tsx'
import type { Selection } from './selection.ts'
import { useStableSelection } from './stable-selection.ts'
import { Table, type Column, type TableTools } from './table.tsx'
import styles from './list-page.module.css'
import type { List } from './use-list.ts'
import type { AnyViews } from './view-tabs.tsx'

const preloadDelayMs = 500

const BulkBar = lazyPart(async () => (await import('./bulk-bar.tsx')).BulkBar)

export type TableProps<Row extends { id: string }> = Pick<TableTools<Row>, 'rowMenu'> & {
  list: List<Row>
  /** Search, filters and sort, as in the address bar; undefined for a list without a toolbar. */
  view?: ListView | undefined
  /** Name of a row in its buttons; by default that of its first column. */
  rowName?: ((row: Row) => string) | undefined
  /** Returns the buttons for the selected rows. Makes rows selectable. */
  bulk?: ((selection: BulkSelection) => ReactNode) | undefined
  /** Returns true if the row can be selected; by default every row can. */
  canSelect?: (row: Row) => boolean
  /** True if the buttons of `bulk` can apply to all matching rows, including rows not loaded. */
  takesAll?: boolean
  /** Label of the default order, if no column sorts by it. */
  ownOrder?: string
  /** Sample code for the empty list. */
  example?: string
  /** Explanation of the rows, beside the count. */
  hint?: ReactNode
}

/** The parts of a list that do not depend on the type of its rows. */
export type ListState = Omit<List<{ id: string }>, 'replace'>

type ListTableProps<Row extends { id: string }> = TableProps<Row> & {
  columns: readonly Column<Row>[]
  t: ListTexts
  filters?: readonly ListFilter[] | undefined
  views?: AnyViews
}

/**
 * The table of a list. Memoized, because the page defers the props (`useDeferredValue`) to keep typing responsive. The
 * cast restores the type parameter, which `memo` loses.
 */
export const ListTable = memo(ListTableOf) as typeof ListTableOf

function ListTableOf<Row extends { id: string }>(props: ListTableProps<Row>) {
  const { list, columns, t, view, bulk, canSelect, takesAll = false, hint, ...others } = props
  const { rowName = columns[0]?.nameOf, rowMenu } = others
  const shared = useMessages(listMessages)
  const { rows, error, isErrorOfMore } = list
  const selectable = canSelect ? rows?.filter(canSelect) : rows
  const { selection, toggle } = useStableSelection(selectable, list.hasMore, searchOf(view))
  const { density, hasLetterKeys } = useListPreferences()
  const table = useRef<HTMLTableElement>(null)
  useListKeys(table, { isOn: hasLetterKeys && view !== undefined, onSelect: bulk && toggle })
  usePreload(bulk !== undefined)
  const failure = error && <Failure text={shared.failed} error={error} onRetry={list.refetch} />
  if (!rows) return failure ?? <LoadingRows />
  return (
    <div
      className={styles.list}
      aria-busy={list.isStale}
      data-outdated={error !== null && !isErrorOfMore}
    >
      {!isErrorOfMore && failure}
      <div className={styles.line}>
        <Count list={list} />
        <AsOf time={list.asOf} />
        {bulk && selectable && selectable.length > 0 && (
          <SelectShown selection={selection} rows={selectable} />
        )}
        {hint}
      </div>
      {rows.length === 0 && !list.hasMore && <None {...props} />}
      {rows.length > 0 && (
        <Table
          ref={table}
          caption={t.caption ?? t.title ?? ''}
          columns={columns}
          rows={rows}
          rowName={rowName}
          rowMenu={rowMenu}
          {...(view && { density, sort: sortOf(props, view) })}
          {...(bulk && { selection: { ...selection, toggle, canSelect } })}
        />
      )}
      {isErrorOfMore && failure}
      <More list={list} />
      {bulk && selection.ids.size > 0 && <Bulk {...{ list, bulk, selection, takesAll }} />}
    </div>
  )
}

function LoadingRows() {
  const t = useMessages(listMessages)
  return (
    <div className={styles.loading}>
      <Skeleton rows={6} text={t.loading} />
    </div>
  )
}

type BulkProps = { list: ListState; selection: Selection; takesAll: boolean } & {
  bulk: (selection: BulkSelection) => ReactNode
}

function Bulk({ list, bulk, selection, takesAll }: BulkProps) {
  const offer = takesAll && offerOf(list, selection.ids)
  return (
    <Suspense fallback={null}>
      <BulkBar selection={selection} matching={{ total: list.total, ...offer }}>
        {bulk}
      </BulkBar>
    </Suspense>
  )
}

/** Preloads the bulk bar after the list, so that it appears as soon as a row is selected. */
function usePreload(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return undefined
    const timer = setTimeout(() => BulkBar.preload(), preloadDelayMs)
    return () => clearTimeout(timer)
  }, [isWanted])
}

/**
 * Returns the offer to select all matching rows: `everywhere` if all loaded rows are selected and more match. `phone`
 * otherwise, because a phone has no checkbox for all rows. No offer while the rows are stale or a filter was rejected.
 */
function offerOf({ rows = [], hasMore, isStale, refused }: ListState, ids: Selection['ids']) {
  if (isStale || Object.keys(refused).length > 0) return {}
  if (rows.every(({ id }) => ids.has(id))) return hasMore ? { offer: 'everywhere' as const } : {}
  return { offer: 'phone' as const }
}

/** Returns a key of the search and filters, without the sort. */
function searchOf(view: ListView | undefined): string {
  const { sort: _, ...filters } = view?.search ?? {}
  return JSON.stringify(
    Object.entries(filters)
      .filter(([, value]) => (value ?? '') !== '')
      .toSorted(),
  )
}

/** Returns the sort of the table. The first sortable column is the default, unless the list has its own order. */
function sortOf<Row extends { id: string }>(
  { list, columns, ownOrder }: Pick<ListTableProps<Row>, 'list' | 'columns' | 'ownOrder'>,
  { search, onSearch }: ListView,
) {
  const first = columns.find(({ sort }) => sort !== undefined && list.isSortable(sort))
  const defaultSort = ownOrder === undefined ? (first?.sort ?? '') : ''
  return {
    by: search['sort'] || defaultSort,
    isOffered: list.isSortable,
    onSort: (sort: string) => onSearch({ ...search, sort }),
  }
}

function Count({ list }: { list: ListState }) {
  const t = useMessages(listMessages)
  const gap = useGap()
  const { locale } = useLocale()
  const number = (count: number) => numberFormat(locale).format(count)
  const { rows = [], total, hasMore } = list
  const shown = number(rows.length)
  if (rows.length === 0) return <p role="status" className={styles.count} />
  // An estimate may be less than the rows that are shown.
  if (!total || !hasMore || total.count < rows.length) {
    return (
      <p role="status" className={styles.count}>
        {(hasMore ? t.some : t.all)({ shown })}
      </p>
    )
  }
  return (
    <p role="status" className={styles.count}>
      {(total.isEstimated ? t.about : t.of)({ shown, total: number(total.count) })}
      {gap}
      {total.isEstimated && <span>{t.aboutHint}</span>}
    </p>
  )
}

type SelectProps = { selection: Selection; rows: readonly { id: string }[] }

/** A button that selects all loaded rows, for phones: their cards have no header with a checkbox. */
function SelectShown({ selection, rows }: SelectProps) {
  const t = useMessages(listMessages)
  const areAll = rows.every(({ id }) => selection.ids.has(id))
  return (
    <Button variant="quiet" className={`phone-only ${styles.shown}`} onClick={selection.toggleAll}>
      {areAll ? t.clearSelection : t.selectAll}
    </Button>
  )
}

function More({ list }: { list: ListState }) {
  const t = useMessages(listMessages)
  const { locale } = useLocale()
  if (!list.hasMore) return null
  const isScan = list.scanned !== undefined
  const text = isScan ? t.keepLooking : t.showMore
  return (
    <>
      {isScan && (
        <p role="status">
          {t.scanned({
            count: numberFormat(locale).format(list.scanned ?? 0),
          })}
        </p>
      )}
      <Button isPending={list.isFetchingMore} onClick={list.fetchMore}>
        {list.isFetchingMore ? t.loading : text}
      </Button>
    </>
  )
}
