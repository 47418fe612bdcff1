import * as z from 'zod/mini'

/** So that the day after it is a time that PostgreSQL reads, too. */
const latest = Date.UTC(9999, 0)

/** For a time that is searched for: from 1970 to 9998. */
export const inBounds = z.refine<string>(
  (value) => Date.parse(value) >= 0 && Date.parse(value) < latest,
  'invalidDate',
)
