/** Computes the value of each text once; forgets all values when there are `maxEntries`. */
export function memoize<Value>(
  compute: (text: string) => Value,
  maxEntries = Infinity,
): (text: string) => Value {
  const known = new Map<string, Value>()
  return (text) => {
    const cached = known.get(text)
    if (cached !== undefined) return cached
    if (known.size >= maxEntries) known.clear()
    const value = compute(text)
    known.set(text, value)
    return value
  }
}
