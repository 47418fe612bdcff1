import * as z from 'zod/mini'
import { inBounds } from './search-time.ts'

/** When access to a platform ends by itself: a time that is still to come. */
export const accessEnd = z.iso.datetime({ offset: true }).check(
  inBounds,
  z.refine((value) => Date.parse(value) > Date.now(), 'inThePast'),
)
