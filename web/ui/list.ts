import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'

type Extra = { signal: AbortSignal; onNextPage: (cursor: string) => void }
type FetchPage<Row> = (cursor: string | undefined, extra: Extra) => Promise<Row[]>
type Pages<Row> = { pages: { rows: Row[]; next: string | undefined }[]; pageParams: unknown[] }

export type List<Row> = {
  rows: Row[] | undefined
  error: Error | null
  isMore: boolean
  isFetchingMore: boolean
  /** What is shown belongs to an older question. */
  isStale: boolean
  fetchMore: () => void
  retry: () => void
  /** Puts a row in the place of the one that is shown. */
  replace: (isIt: (row: Row) => boolean, row: Row) => void
}

/** A list that the server gives page by page: each page is added below the last. */
export function useList<Row>(key: readonly unknown[], fetchPage: FetchPage<Row>): List<Row> {
  const queryClient = useQueryClient()
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: async ({ pageParam, signal }) => {
      let next: string | undefined
      const rows = await fetchPage(pageParam, {
        signal,
        onNextPage: (cursor) => {
          next = cursor
        },
      })
      return { rows, next }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

  function replace(isIt: (row: Row) => boolean, row: Row): void {
    queryClient.setQueryData<Pages<Row>>(
      key,
      (known) =>
        known && {
          ...known,
          pages: known.pages.map((page) => ({
            ...page,
            rows: page.rows.map((each) => (isIt(each) ? row : each)),
          })),
        },
    )
  }

  return {
    rows: query.data?.pages.flatMap(({ rows }) => rows),
    error: query.error,
    isMore: query.hasNextPage,
    isFetchingMore: query.isFetchingNextPage,
    isStale: query.isPlaceholderData,
    fetchMore: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
    replace,
  }
}
