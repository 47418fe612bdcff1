import * as z from 'zod/mini'

/** An id in a path. One that is none answers like one that does not exist (`isId`), so any text is taken. */
export const idParams = z.object({ id: z.string() })

const form = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function isId(text: string): boolean {
  return form.test(text)
}
