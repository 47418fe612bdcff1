/**
 * Computes the value of each text once; forgets all values when there are `maxEntries`. Texts that a stranger chooses
 * are remembered by a key of fixed length.
 */
export function memoize<Value>(
  compute: (text: string) => Value,
  maxEntries = Infinity,
  keyOf = (text: string) => text,
): (text: string) => Value {
  const known = new Map<string, Value>()
  return (text) => {
    const key = keyOf(text)
    const cached = known.get(key)
    if (cached !== undefined) return cached
    if (known.size >= maxEntries) known.clear()
    const value = compute(text)
    known.set(key, value)
    return value
  }
}
