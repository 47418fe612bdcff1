import * as z from 'zod/mini'
import { freeText } from './fields.ts'
import { namedObject } from './named.ts'

/** Body of an action that replaces a secret: the hours for which the old one stays valid, and the admin's reason. */
export const secretReplacement = namedObject('GraceHours', {
  graceHours: z.int().check(z.minimum(0), z.maximum(168)),
  /** The pages of the admin area require it. */
  reason: z.optional(freeText(500)),
})
