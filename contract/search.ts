/** Returns the query string of a URL with its `?`; empty and undefined values are left out, and the empty text for none. */
export function stringifySearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, String(each ?? '')]),
  )
  const text = new URLSearchParams(pairs.filter(([, value]) => value !== '')).toString()
  return text && `?${text}`
}
