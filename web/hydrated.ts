import { useSyncExternalStore } from 'react'

const neverChanges = () => () => undefined

/**
 * Returns false in the prerendered page and during hydration, then the result of `read`, which runs only in a browser.
 * If `read` returns false, hydration does not render the component again.
 */
export function useAfterHydration(read: () => boolean): boolean {
  return useSyncExternalStore(neverChanges, read, () => false)
}

/** Returns false in the prerendered page and during hydration, true afterwards. */
export function useHydrated(): boolean {
  return useAfterHydration(() => true)
}
