import * as z from 'zod/mini'

// Excludes 9999, because a search also passes the day after its last day to PostgreSQL.
const latest = Date.UTC(9999, 0)

/** Requires a time in a search to be in the years 1970 to 9998. */
export const inBounds = z.refine<string>(
  (value) => Date.parse(value) >= 0 && Date.parse(value) < latest,
  'invalidDate',
)
