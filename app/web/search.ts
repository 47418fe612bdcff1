/** Parses a query and keeps every value as text: the router's own parser would read `q=1e3` as the number 1000. */
export function parseSearch(search: string): Record<string, string | string[]> {
  const params = new URLSearchParams(search)
  const names = [...new Set(params.keys())]
  return Object.fromEntries(names.map((name) => [name, oneOrAll(params.getAll(name))]))
}

/** Returns the text of a parameter, or the first of several; undefined for any other value. */
export function firstText(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? first : undefined
}

function oneOrAll(values: string[]): string | string[] {
  return values.length === 1 ? (values[0] ?? '') : values
}

/** Returns a route's `validateSearch`, which keeps the named parameters that are text and not empty. */
export function textsOf<Name extends string>(...names: Name[]) {
  return (search: Record<string, unknown>): { [N in Name]?: string } => {
    const pairs = names.map((name) => [name, firstText(search[name])] as const)
    return Object.fromEntries(pairs.filter(([, text]) => text)) as { [N in Name]?: string }
  }
}
