import * as z from 'zod/mini'

/** A whole number within bounds, as text of a variable or of a query. */
export function whole(minimum: number, maximum: number) {
  return z.coerce
    .number('is not a number')
    .check(
      z.int('is not a whole number'),
      z.minimum(minimum, `is below ${minimum}`),
      z.maximum(maximum, `is above ${maximum}`),
    )
}
