import type { Socket } from 'node:net'
import type { Side } from './harness.ts'
import { idOf, type tokens } from './admin-rows.ts'

/** A server with its database. */
export type Place = { side: Side; socket: Socket | undefined }

/** A measured request. It runs on the large and on the small database. */
export type Case = {
  name: string
  /** The case uses a single filter. Its limit is 1.3 times the time on the small database, or 20 ms if that is more. */
  isSingle?: boolean
  limitMs?: number
  /** Default: a super admin. */
  reader?: keyof typeof tokens
  path: (place: Place) => string | Promise<string>
}

type Query = Readonly<Record<string, string | readonly string[]>>
/** `owner` is the owner that the list's cursors are bound to. */
type Listed = { path: string; owner: string }

/** The admin who makes the requests. */
export const adminId = idOf('admin', 1)

export function pathOf(path: string, query: Query = {}): string {
  const pairs = Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  )
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`
}

/** Returns builders for the cases of one list: one filter or sort order, several of them, and the page after a key. */
export function casesOf({ path, owner }: Listed) {
  return {
    single: (name: string, query: Query = {}): Case => ({
      name,
      isSingle: true,
      path: () => pathOf(path, query),
    }),
    several: (name: string, query: Query): Case => ({ name, path: () => pathOf(path, query) }),
    /** Requests the page after a key, as a reader who has turned all pages before it. */
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
