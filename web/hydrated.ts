import { useSyncExternalStore } from 'react'

const neverChanges = () => () => undefined

/**
 * `before` in the prerendered page and while hydrating, `value` afterwards. Where both are the same, hydrating
 * does not render the component a second time.
 */
export function useAfterHydration<Value extends string | boolean>(
  value: Value,
  before: Value,
): Value {
  return useSyncExternalStore(
    neverChanges,
    () => value,
    () => before,
  )
}

/** False in the prerendered page and while hydrating, true afterwards. */
export function useHydrated(): boolean {
  return useAfterHydration(true, false)
}
