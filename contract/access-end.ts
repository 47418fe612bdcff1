import * as z from 'zod/mini'
import { inBounds } from './search-time.ts'

/** The time at which access to a platform expires. Must be in the future. */
export const accessEnd = z.iso.datetime({ offset: true }).check(
  inBounds,
  z.refine((value) => Date.parse(value) > Date.now(), 'inThePast'),
)
