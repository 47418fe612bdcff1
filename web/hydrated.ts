import { useSyncExternalStore } from 'react'

const neverChanges = () => () => undefined

/** False in the prerendered page and while hydrating, true afterwards. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}
