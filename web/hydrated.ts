import { useSyncExternalStore } from 'react'

/** False in the prerendered page and while hydrating, true afterwards. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    listenToNothing,
    () => true,
    () => false,
  )
}

function listenToNothing(): () => void {
  return () => undefined
}
