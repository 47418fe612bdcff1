import { useQueries } from '@tanstack/react-query'
import type { Endpoint, CallInput } from '#contract/endpoint.ts'
import { numberFormat } from '#contract/locale.ts'
import { callPage } from '../list-call.ts'
import { useLocale } from '../locale.ts'

type Query = Readonly<Record<string, string>>

/**
 * Returns a function that returns the number of rows a query finds, as text; undefined if it is loading, failed or only
 * estimated. Counts older than `freshMs` milliseconds are loaded again when the page opens.
 */
export function useViewCounts<E extends Endpoint>(
  endpoint: E,
  queries: readonly Query[],
  freshMs = 60_000,
): (query: Query) => string | undefined {
  const { locale } = useLocale()
  const counts = useQueries({
    queries: queries.map((query) => ({
      queryKey: [endpoint.path, 'count', query],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        // One row is enough, because only the total is used.
        const input: object = { query: { ...query, limit: '1' } }
        return (await callPage(endpoint, input as CallInput<E>, signal)).total ?? null
      },
      staleTime: freshMs,
      retry: false,
    })),
  })
  return (query) => {
    const key = JSON.stringify(query)
    const total = counts[queries.findIndex((each) => JSON.stringify(each) === key)]?.data
    return total && !total.isEstimated ? numberFormat(locale).format(total.count) : undefined
  }
}
