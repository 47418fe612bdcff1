import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'

/** Totals up to this one are counted; a larger one is estimated. */
export const exactTotal = 10_000

/** How many rows match, as the headers of a list's first page say. */
export type Total = { count: number; isEstimated: boolean }

/** Response headers of a list. */
export const listHeaders = {
  cursor: 'x-next-cursor',
  url: 'x-next-url',
  total: 'x-total-count',
  estimated: 'x-total-estimated',
  /** The search stopped at its bound: the page may be short although more rows match. */
  scanned: 'x-rows-scanned',
  /** The rows are as they were at this time: a follower of the database answered. */
  asOf: 'x-as-of',
} as const

export type PageFacts = {
  /** Cursor of the next page, if there is one. */
  next: string | undefined
  /** Of the first page of a list that counts. */
  total: Total | undefined
  /** How many rows were looked through where the search stopped at its bound: more may match. */
  scanned: number | undefined
  /** The time of which the rows are, where a follower answered. */
  asOf: string | undefined
}

/** What the headers of a list say about the page. */
export function pageFacts(headers: Headers): PageFacts {
  const [count, scanned] = [headers.get(listHeaders.total), headers.get(listHeaders.scanned)]
  const isEstimated = headers.get(listHeaders.estimated) === 'true'
  return {
    next: headers.get(listHeaders.cursor) ?? undefined,
    total: count === null ? undefined : { count: Number(count), isEstimated },
    scanned: scanned === null ? undefined : Number(scanned),
    asOf: headers.get(listHeaders.asOf) ?? undefined,
  }
}

/** The query `sort` of a list: a column that an index serves, with `-` before it descending. Anything else is 400001. */
export function sortedBy<const Names extends readonly [string, ...string[]]>(...names: Names) {
  const descending = names.map((name) => `-${name}`) as { [N in keyof Names]: `-${Names[N]}` }
  return z.optional(z.enum([...names, ...descending]))
}

/** A query of several values of a list, separated by commas. */
export function anyOf<const Values extends readonly [string, ...string[]]>(...values: Values) {
  return z.optional(
    z.pipe(
      z.transform((given: unknown) => (typeof given === 'string' ? given.split(',') : given)),
      z.array(z.enum(values)).check(z.minLength(1), z.maxLength(values.length)),
    ),
  )
}

/** Whether the endpoint of a list takes this sort. */
export function isSortOf(endpoint: Endpoint, sort: string): boolean {
  const schema = endpoint.query?.shape['sort'] as z.ZodMiniType | undefined
  return schema?.safeParse(sort).success ?? false
}
