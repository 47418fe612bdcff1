import type { Socket } from 'node:net'
import type { Side } from './harness.ts'
import { idOf, type tokens } from './admin-rows.ts'

/** One server with its database. */
export type Place = { side: Side; socket: Socket | undefined }

/** What is measured: on the large database beside the small one. */
export type Case = {
  name: string
  /** Of one filter: 1.3 times the small one, or 20 ms. */
  isSingle?: boolean
  limitMs?: number
  /** A super admin unless it says another. */
  reader?: keyof typeof tokens
  path: (place: Place) => string | Promise<string>
}

type Query = Readonly<Record<string, string | readonly string[]>>
/** `owner`: of its cursors. */
type Listed = { path: string; owner: string }

/** The admin who asks. */
export const adminId = idOf('admin', 1)

export function pathOf(path: string, query: Query = {}): string {
  const pairs = Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  )
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`
}

/** Cases of one list: a filter or sort alone, several of them, and the page behind a key. */
export function casesOf({ path, owner }: Listed) {
  return {
    single: (name: string, query: Query = {}): Case => ({
      name,
      isSingle: true,
      path: () => pathOf(path, query),
    }),
    several: (name: string, query: Query): Case => ({ name, path: () => pathOf(path, query) }),
    /** As a reader gets there by all pages before. */
    behind: (name: string, query: Query, keyOf: (place: Place) => readonly string[]): Case => ({
      name,
      path: async (place) => {
        const { readPage } = await import('#server/paging.ts')
        const page = [{ key: keyOf(place) }, { key: [] }]
        const { next = '' } = await readPage({ limit: 1 }, owner, async () => page)
        return pathOf(path, { ...query, cursor: next })
      },
    }),
  }
}
