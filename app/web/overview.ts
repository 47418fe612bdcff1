import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api.ts'
import { findOverview } from '../../features/account/home/contract.ts'

/** What the home and security pages show beside the user. */
export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => call(findOverview, {}, { signal }),
  staleTime: 30_000,
})
