import * as z from 'zod/mini'

/** The headers of a change: `If-Match` holds the `etag` of the record that the change was made from (RFC 9110 §13.1.1). */
export const ifMatch = z.object({
  'if-match': z.string().check(z.regex(/^"\d{1,9}"$/, 'invalidEtag')),
})

export function etagOf(version: number): string {
  return `"${version}"`
}

export function versionOf(etag: string): number {
  return Number(etag.slice(1, -1))
}
