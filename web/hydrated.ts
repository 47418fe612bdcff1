import { useSyncExternalStore } from 'react'

/** False in the prerendered page, true as soon as it answers to clicks. */
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
