import { useEffect, useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { call } from '#web/api.ts'
import { findDestination } from '../../../features/account/home/contract.ts'

export type Destination = NonNullable<Reply<typeof findDestination>['platform']>

const asked = new Map<string, Promise<Destination | undefined>>()

/** The platform to which a page's `redirect_url` leads: the server knows which are registered. */
export function destinationOf(search: string): Promise<Destination | undefined> {
  const url = new URLSearchParams(search).get('redirect_url') ?? ''
  if (url === '') return Promise.resolve(undefined)
  const known = asked.get(url)
  if (known) return known
  const found = call(findDestination, { query: { url } }).then(
    ({ platform }) => platform ?? undefined,
    () => {
      asked.delete(url)
      return undefined
    },
  )
  asked.set(url, found)
  return found
}

export function useDestination(search: string): Destination | undefined {
  const [destination, setDestination] = useState<Destination>()

  useEffect(() => {
    let isOver = false
    void destinationOf(search).then((found) => !isOver && setDestination(found))
    return () => {
      isOver = true
    }
  }, [search])

  return destination
}
