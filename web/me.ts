import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { getMe, type Me } from '#contract/me.ts'
import { call } from './api.ts'
import { rememberLogin } from './device.ts'

let fetchedAt = 0

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => fetchMe(signal),
  staleTime: 60_000,
})

/** The logged-in user. Suspends until they are known. */
export function useMe(): Me {
  return useSuspenseQuery(meQuery).data
}

/** When `/me` last answered or failed, in milliseconds since 1970. */
export function lastFetchMe(): number {
  return fetchedAt
}

async function fetchMe(signal: AbortSignal): Promise<Me> {
  try {
    const me = await call(getMe, {}, { signal })
    rememberLogin('user')
    return me
  } finally {
    fetchedAt = Date.now()
  }
}
