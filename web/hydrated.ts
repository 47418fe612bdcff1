import { useSyncExternalStore } from 'react'

const neverChanges = () => () => undefined

/**
 * False in the prerendered page and while hydrating, afterwards what `read` returns, which only a browser calls. Where
 * that is false, too, hydrating does not render the component a second time.
 */
export function useAfterHydration(read: () => boolean): boolean {
  return useSyncExternalStore(neverChanges, read, () => false)
}

/** False in the prerendered page and while hydrating, true afterwards. */
export function useHydrated(): boolean {
  return useAfterHydration(() => true)
}
