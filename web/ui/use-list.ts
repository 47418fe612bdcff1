import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { ZodMiniType } from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Page } from '#contract/links.ts'
import { isSortOf, queryFor, type PageFacts } from '#contract/list.ts'
import { callFiltered, type RefusedFilters } from '../list-call.ts'
import { usePageSearch } from '../page-search.ts'

type Pages<Row> = {
  pages: (PageFacts & { rows: Row[]; refused: RefusedFilters })[]
  pageParams: unknown[]
}

export type List<Row extends { id: string }> = ReturnType<typeof useList<Row, Endpoint>>
type Filters = Readonly<Record<string, string | undefined>>

/** Loads a list page by page and appends each page. `params` are the path parameters of the endpoint. */
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
      const input = { query: { ...filters, cursor: pageParam }, params }
      const { rows, ...facts } = await callFiltered(endpoint, input, signal)
      return { rows: rows as Row[], ...facts }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

  /** Replaces the row with the same id. */
  function replace(row: Row): void {
    queryClient.setQueryData<Pages<Row>>(key, (current) => current && withRow(current, row))
  }

  const pages = query.data?.pages
  return {
    rows: pages?.flatMap(({ rows }) => rows),
    error: query.error,
    /** True if the error is from loading a further page; the rows remain valid. */
    isErrorOfMore: query.isFetchNextPageError,
    /** Filters that the server rejected, each with the message key of the reason. */
    refused: pages?.[0]?.refused ?? {},
    /** Number of matching rows; undefined if the server does not report it. */
    total: pages?.[0]?.total,
    /** Number of rows scanned, if the last page stopped at the scan limit; otherwise undefined. */
    scanned: pages && countScanned(pages),
    /** Time of the data of the first page, which is the oldest. */
    asOf: pages?.[0]?.asOf,
    hasMore: query.hasNextPage,
    isFetchingMore: query.isFetchingNextPage,
    /** True while the rows belong to the previous search and the new one is loading. */
    isStale: query.isPlaceholderData,
    endpoint: endpoint as Endpoint,
    isSortable: (sort: string) => isSortOf(endpoint, sort),
    fetchMore: () => void query.fetchNextPage(),
    refetch: () => void query.refetch(),
    replace,
  }
}

/**
 * Loads the list of a page with the parameters in its address that the endpoint declares. `toQuery` converts the
 * parameters of the address, if the endpoint has other names or values.
 */
export function usePageList<Row extends { id: string }, E extends Endpoint, Name extends string>(
  page: Page<string, Name>,
  endpoint: E & { reply: ZodMiniType<Row[]> },
  toQuery: (search: Readonly<Partial<Record<Name, string | undefined>>>) => Filters = (search) =>
    search,
) {
  const { search, onSearch } = usePageSearch(page)
  const query = queryFor(endpoint, toQuery(search))
  const list = useList<Row, E>(endpoint, query)
  return { page, view: { search, onSearch }, query, list }
}

function countScanned<Row>(pages: Pages<Row>['pages']): number | undefined {
  if (pages.at(-1)?.scanned === undefined) return undefined
  // A page that did not stop at the limit reports no number, so its rows are counted.
  return pages.reduce((sum, page) => sum + (page.scanned ?? page.rows.length), 0)
}

function withRow<Row extends { id: string }>(current: Pages<Row>, row: Row): Pages<Row> {
  const pages = current.pages.map((page) => ({
    ...page,
    rows: page.rows.map((each) => (each.id === row.id ? row : each)),
  }))
  return { ...current, pages }
}
