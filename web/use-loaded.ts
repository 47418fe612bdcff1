import { startTransition, useEffect, useEffectEvent, useState } from 'react'

/**
 * Loads a value on mount and whenever `key` changes. Undefined during the first load and a retry; after a change of
 * `key`, the old value stays until the new one has loaded. Returns errors instead of throwing them.
 */
export function useLoaded<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  key = '',
): [loaded: Value | Error | undefined, retry: () => void] {
  const [loaded, setLoaded] = useState<Value | Error>()
  const [round, setRound] = useState(0)
  const start = useEffectEvent(load)

  useEffect(() => {
    const stop = new AbortController()
    const settle = (value: Value | Error) => {
      if (stop.signal.aborted) return
      // A transition renders in slices, because the first formatted date takes long on a slow phone.
      startTransition(() => setLoaded(value))
    }
    start(stop.signal).then(settle, (error: unknown) =>
      settle(error instanceof Error ? error : new Error('unknown', { cause: error })),
    )
    return () => stop.abort()
    // oxlint-disable-next-line react/exhaustive-deps -- a retry loads again
  }, [key, round])

  function retry(): void {
    setLoaded(undefined)
    setRound((count) => count + 1)
  }

  return [loaded, retry]
}
