import * as z from 'zod/mini'

export const pageSize = { usual: 50, most: 200 } as const

/** What every list can be asked: how much at once, and to go on behind the last page (design §4). */
export const pageQuery = {
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(pageSize.most))),
  /** Of the header x-next-cursor; signed, and good for nobody else's list. */
  cursor: z.optional(z.string().check(z.maxLength(2000))),
}

export type PageQuery = { limit?: number | undefined; cursor?: string | undefined }
