/**
 * Returns the query string of a URL with its `?`; empty without parameters. A list becomes a repeated parameter. Omits
 * undefined and empty values.
 */
export function stringifySearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, String(each ?? '')]),
  )
  const text = new URLSearchParams(pairs.filter(([, value]) => value !== '')).toString()
  return text && `?${text}`
}
