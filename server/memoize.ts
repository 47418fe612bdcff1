/**
 * Returns a function that caches the value of each text, and clears its cache at `maxEntries`. For texts that clients
 * choose, `keyOf` must return a key of fixed length, so that the size of the cache is bounded.
 */
export function memoize<Value>(
  compute: (text: string) => Value,
  maxEntries = Infinity,
  keyOf = (text: string) => text,
): (text: string) => Value {
  const cache = new Map<string, Value>()
  return (text) => {
    const key = keyOf(text)
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    if (cache.size >= maxEntries) cache.clear()
    const value = compute(text)
    cache.set(key, value)
    return value
  }
}
