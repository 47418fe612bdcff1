import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api.ts'
import { findOverview } from '../../features/account/home/contract.ts'

/** Query for what the home and security pages show besides the user. */
export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => call(findOverview, {}, { signal }),
  staleTime: 30_000,
})
