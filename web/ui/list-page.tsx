import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ZodMiniType } from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { fill } from '#contract/locale.ts'
import { callFiltered, type RefusedFilters } from '../api.ts'
import { Button } from './button.tsx'
import { Failure } from './failure.tsx'
import { Illustration } from './illustration.tsx'
import { listMessages } from './list-messages.ts'
import { useMessages } from '../locale.ts'
import { Skeleton } from './loading.tsx'
import { Page } from './page.tsx'
import { Table, type Column } from './table.tsx'
import styles from './table.module.css'

type Pages<Row> = {
  pages: { rows: Row[]; next: string | undefined; refused: RefusedFilters }[]
  pageParams: unknown[]
}

export type List<Row extends { id: string }> = ReturnType<typeof useList<Row, Endpoint>>

/** A list that the server gives page by page: each page is added below the last. */
export function useList<Row extends { id: string }, E extends Endpoint>(
  endpoint: E & { reply: ZodMiniType<Row[]> },
  filters: Readonly<Record<string, string>> = {},
) {
  const queryClient = useQueryClient()
  const key = [endpoint.path, filters]
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filters, ...(pageParam !== undefined && { cursor: pageParam }) }
      const { rows, ...found } = await callFiltered(endpoint, query, signal)
      return { rows: rows as Row[], ...found }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

  /** Replaces the row with the same id. */
  function replace(row: Row): void {
    queryClient.setQueryData<Pages<Row>>(
      key,
      (known) =>
        known && {
          ...known,
          pages: known.pages.map((page) => ({
            ...page,
            rows: page.rows.map((each) => (each.id === row.id ? row : each)),
          })),
        },
    )
  }

  return {
    rows: query.data?.pages.flatMap(({ rows }) => rows),
    error: query.error,
    /** Filters that were not applied, with the key of the reason. */
    refused: query.data?.pages[0]?.refused ?? {},
    hasMore: query.hasNextPage,
    isFetchingMore: query.isFetchingNextPage,
    /** The rows answer an earlier search; the present one is on its way. */
    isStale: query.isPlaceholderData,
    fetchMore: () => void query.fetchNextPage(),
    refetch: () => void query.refetch(),
    replace,
  }
}

type TableProps<Row extends { id: string }> = {
  list: List<Row>
  columns: readonly Column<Row>[]
  t: { caption: string; none?: string; noneHint?: string }
}

type Props<Row extends { id: string }> = TableProps<Row> & {
  header: ReactNode
  /** Search, filters and the way to a new record. */
  tools?: ReactNode
  /** Dialogs. */
  children?: ReactNode
}

/** The page of a list in each of its states: loading, failed, empty, shown, with more below. */
export function ListPage<Row extends { id: string }>(props: Props<Row>) {
  const { header, tools, children, ...table } = props
  return (
    <Page>
      {header}
      {tools}
      <ListTable {...table} />
      {children}
    </Page>
  )
}

function ListTable<Row extends { id: string }>({ list, columns, t }: TableProps<Row>) {
  const shared = useMessages(listMessages)
  const { rows, error } = list
  const failure = error && <Failure text={shared.failed} error={error} onRetry={list.refetch} />
  if (!rows) return failure ?? <Skeleton rows={6} text={shared.loading} />
  return (
    <div className={styles.list} aria-busy={list.isStale}>
      <p role="status" className={styles.count}>
        {rows.length > 0 && fill(list.hasMore ? shared.some : shared.all, { shown: rows.length })}
      </p>
      {rows.length === 0 ? (
        <div className="empty">
          <Illustration scene="empty" />
          <strong>{t.none}</strong>
          <p>{t.noneHint}</p>
        </div>
      ) : (
        <Table caption={t.caption} columns={columns} rows={rows} />
      )}
      {failure}
      {list.hasMore && (
        <Button isPending={list.isFetchingMore} onClick={list.fetchMore}>
          {list.isFetchingMore ? shared.loading : shared.showMore}
        </Button>
      )}
    </div>
  )
}
