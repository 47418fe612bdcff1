import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { ZodMiniType } from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { isSortOf, type PageFacts } from '#contract/list.ts'
import { callFiltered, type RefusedFilters } from '../list-call.ts'

type Pages<Row> = {
  pages: (PageFacts & { rows: Row[]; refused: RefusedFilters })[]
  pageParams: unknown[]
}

export type List<Row extends { id: string }> = ReturnType<typeof useList<Row, Endpoint>>
type Filters = Readonly<Record<string, string | undefined>>

/** A list that the server gives page by page: each page is added below the last. `params`: of which record it is the list. */
export function useList<Row extends { id: string }, E extends Endpoint>(
  endpoint: E & { reply: ZodMiniType<Row[]> },
  filters: Filters = {},
  params?: Readonly<Record<string, string>>,
) {
  const queryClient = useQueryClient()
  const key = [endpoint.path, filters, params]
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: async ({ pageParam, signal }) => {
      const sent = { query: { ...filters, cursor: pageParam }, params }
      const { rows, ...found } = await callFiltered(endpoint, sent, signal)
      return { rows: rows as Row[], ...found }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

  /** Replaces the row with the same id. */
  function replace(row: Row): void {
    queryClient.setQueryData<Pages<Row>>(key, (known) => known && withRow(known, row))
  }

  const pages = query.data?.pages
  return {
    rows: pages?.flatMap(({ rows }) => rows),
    error: query.error,
    /** The error is of a further page; without it, of the rows themselves. */
    isErrorOfMore: query.isFetchNextPageError,
    /** Filters that were not applied, with the key of the reason. */
    refused: pages?.[0]?.refused ?? {},
    /** How many rows match, where the list says so. */
    total: pages?.[0]?.total,
    /** How many rows were looked through, where the last search stopped at its bound. */
    scanned:
      pages?.at(-1)?.scanned === undefined
        ? undefined
        : pages.reduce((sum, page) => sum + (page.scanned ?? page.rows.length), 0),
    /** Of the first page, the oldest. */
    asOf: pages?.[0]?.asOf,
    hasMore: query.hasNextPage,
    isFetchingMore: query.isFetchingNextPage,
    /** The rows answer an earlier search; the present one is on its way. */
    isStale: query.isPlaceholderData,
    isSortable: (sort: string) => isSortOf(endpoint, sort),
    fetchMore: () => void query.fetchNextPage(),
    refetch: () => void query.refetch(),
    replace,
  }
}

function withRow<Row extends { id: string }>(known: Pages<Row>, row: Row): Pages<Row> {
  const pages = known.pages.map((page) => ({
    ...page,
    rows: page.rows.map((each) => (each.id === row.id ? row : each)),
  }))
  return { ...known, pages }
}
