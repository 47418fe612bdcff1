import { memo, useCallback, useDeferredValue, useLayoutEffect, useRef, type ReactNode } from 'react'
import { fill, numberFormat } from '#contract/locale.ts'
import { useLocale, useMessages } from '../locale.ts'
import { Button } from './button.tsx'
import { Failure } from './failure.tsx'
import { Illustration } from './illustration.tsx'
import { BulkBar, type BulkSelection } from './bulk-bar.tsx'
import { ListFilters, type ListFilter, type ListView } from './list-filters.tsx'
import { useListKeys } from './list-keys.ts'
import { listMessages } from './list-messages.ts'
import { useListPreferences } from './list-preferences.ts'
import { DensityChoice, SortChoice } from './list-settings.tsx'
import { Skeleton } from './loading.tsx'
import { Page } from './page.tsx'
import { SearchField } from './search-field.tsx'
import { useSelection } from './selection.ts'
import { Table, type Column, type TableTools } from './table.tsx'
import styles from './list-page.module.css'
import type { List } from './use-list.ts'
import { ViewTabs, type ListViews } from './view-tabs.tsx'

type TableProps<Row extends { id: string }> = Pick<TableTools<Row>, 'rowMenu' | 'rowName'> & {
  list: List<Row>
  columns: readonly Column<Row>[]
  t: { caption: string; none?: string; noneHint?: string }
  /** Search, filters and sort as the address bar has them; with it the list has a toolbar. */
  view?: ListView | undefined
  /** Lets rows be selected, for the buttons that it gives. Needs `rowName`. */
  bulk?: ((selection: BulkSelection) => ReactNode) | undefined
  /** Whether the buttons of `bulk` take all rows that match, shown or not. */
  takesAll?: boolean
}

type Props<Row extends { id: string }> = TableProps<Row> & {
  header: ReactNode
  /** Its views, as tabs. */
  views?: ListViews
  /** What has just been done, with a way back. */
  notice?: ReactNode
  /** Label of the search for `q`. */
  searchLabel?: string
  filters?: readonly ListFilter[]
  /** Ways to a new record and to an export, at the end of the toolbar. */
  tools?: ReactNode
  /** Dialogs. */
  children?: ReactNode
}

/** The page of a list in each of its states: loading, failed, empty, shown, with more below. */
export function ListPage<Row extends { id: string }>(props: Props<Row>) {
  const { header, views, notice, searchLabel, filters, tools, children, ...table } = props
  const { view, list, columns } = table
  return (
    <Page isWide={view !== undefined}>
      {header}
      {notice}
      {view && views && <ViewTabs views={views} filters={filters ?? []} view={view} />}
      {view ? (
        <div className={styles.toolbar}>
          {searchLabel !== undefined && (
            <SearchField
              isBare
              label={searchLabel}
              value={view.search['q'] ?? ''}
              refused={list.refused['q']}
              onSearch={(q) => view.onSearch({ ...view.search, q }, true)}
            />
          )}
          {filters && <ListFilters filters={filters} view={view} refused={list.refused} />}
          <SortChoice columns={columns} list={list} view={view} />
          <span className={styles.tools}>
            <DensityChoice />
            {tools}
          </span>
        </div>
      ) : (
        tools
      )}
      <ListTable {...useDeferredValue(table)} />
      {children}
    </Page>
  )
}

/** Draws the rows when nothing else is to be done: a key that is pressed meanwhile comes first. */
const ListTable = memo(ListTableOf) as typeof ListTableOf

function ListTableOf<Row extends { id: string }>(props: TableProps<Row>) {
  const { list, columns, t, view, bulk, takesAll = false, rowName, rowMenu } = props
  const shared = useMessages(listMessages)
  const { rows, error } = list
  const { selection, toggle } = useStableSelection(rows ?? [], searchOf(view))
  const { density, hasLetterKeys } = useListPreferences()
  const table = useRef<HTMLTableElement>(null)
  useListKeys(table, { isOn: hasLetterKeys && view !== undefined, onSelect: bulk && toggle })
  const failure = error && <Failure text={shared.failed} error={error} onRetry={list.refetch} />
  if (!rows) return failure ?? <Skeleton rows={6} text={shared.loading} />
  return (
    <div className={styles.list} aria-busy={list.isStale}>
      <Count list={list} />
      {rows.length === 0 && !list.hasMore && <None t={t} view={view} />}
      {rows.length > 0 && (
        <Table
          ref={table}
          caption={t.caption}
          columns={columns}
          rows={rows}
          rowName={rowName}
          rowMenu={rowMenu}
          {...(view && { density, sort: sortOf(list, view) })}
          {...(bulk && { selection: { ...selection, toggle } })}
        />
      )}
      {failure}
      <More list={list} />
      {bulk && selection.ids.size > 0 && (
        <BulkBar
          selection={selection}
          matching={{ total: list.total, ...(takesAll && offerOf(list, selection.ids.size)) }}
        >
          {bulk}
        </BulkBar>
      )}
    </div>
  )
}

/** Once the shown rows are selected and more match; earlier on a phone, whose list has no box for all. Each filter must have been applied. */
function offerOf({ rows = [], hasMore, isStale, refused }: ListState, selected: number) {
  if (isStale || Object.keys(refused).length > 0) return {}
  const areShownSelected = selected === rows.length
  if (areShownSelected) return hasMore ? { offer: 'everywhere' as const } : {}
  return { offer: 'phone' as const }
}

/** `toggle` stays the same function, so that a row is drawn anew only when it changes. */
function useStableSelection(rows: readonly { id: string }[], search: string) {
  const selection = useSelection(
    rows.map(({ id }) => id),
    search,
  )
  const latest = useRef(selection.toggle)
  useLayoutEffect(() => {
    latest.current = selection.toggle
  })
  const toggle = useCallback((id: string, isRange: boolean) => latest.current(id, isRange), [])
  return { selection, toggle }
}

/** What the rows are chosen by: their order is no part of it. */
function searchOf(view: ListView | undefined): string {
  const { sort: _, ...asked } = view?.search ?? {}
  return JSON.stringify(
    Object.entries(asked)
      .filter(([, value]) => (value ?? '') !== '')
      .toSorted(),
  )
}

/** Only the sorts that the contract of the list offers; the first one is the order without any. */
function sortOf<Row extends { id: string }>(list: List<Row>, { search, onSearch }: ListView) {
  return {
    by: search['sort'] ?? '',
    isOffered: list.isSortable,
    onSort: (sort: string) => onSearch({ ...search, sort }),
  }
}

type ListState = Omit<List<{ id: string }>, 'replace'>

function Count({ list }: { list: ListState }) {
  const t = useMessages(listMessages)
  const { locale } = useLocale()
  const number = (count: number) => numberFormat(locale).format(count)
  const { rows = [], total, hasMore } = list
  const shown = number(rows.length)
  if (rows.length === 0) return <p role="status" className={styles.count} />
  if (!total || !hasMore || total.count < rows.length) {
    return (
      <p role="status" className={styles.count}>
        {fill(hasMore ? t.some : t.all, { shown })}
      </p>
    )
  }
  return (
    <p role="status" className={styles.count}>
      {fill(total.isEstimated ? t.about : t.of, { shown, total: number(total.count) })}{' '}
      {total.isEstimated && <span className={styles.hint}>{t.aboutHint}</span>}
    </p>
  )
}

type NoneProps = { t: { none?: string; noneHint?: string }; view: ListView | undefined }

function None({ t, view }: NoneProps) {
  const shared = useMessages(listMessages)
  const { sort, ...asked } = view?.search ?? {}
  const isFiltered = Object.values(asked).some((value) => (value ?? '') !== '')
  return (
    <div className="empty">
      <Illustration scene="empty" />
      <strong>{t.none}</strong>
      <p>{t.noneHint}</p>
      {view && isFiltered && (
        <Button onClick={() => view.onSearch(sort === undefined ? {} : { sort })}>
          {shared.clearFilters}
        </Button>
      )}
    </div>
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
          {fill(t.scanned, {
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
