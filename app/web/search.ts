/** Keeps text as text: the router's own parser would read `q=1e3` as the number 1000. */
export function parseSearch(search: string): Record<string, string | string[]> {
  const sent = new URLSearchParams(search)
  const names = [...new Set(sent.keys())]
  return Object.fromEntries(names.map((name) => [name, oneOrAll(sent.getAll(name))]))
}

export function firstText(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? first : undefined
}

function oneOrAll(values: string[]): string | string[] {
  return values.length === 1 ? (values[0] ?? '') : values
}

/** A route's `validateSearch`: keeps the named parameters that are text and not empty. */
export function textsOf<Name extends string>(...names: Name[]) {
  return (search: Record<string, unknown>): { [N in Name]?: string } => {
    const pairs = names.map((name) => [name, firstText(search[name])] as const)
    return Object.fromEntries(pairs.filter(([, text]) => text)) as { [N in Name]?: string }
  }
}
