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

/** Who is looking. A screen that asks is shown only once it is known. */
export function useMe(): Me {
  return useSuspenseQuery(meQuery).data
}

/** When the server was last asked who is looking, whatever it said: milliseconds since 1970. */
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
