import { useSearch as useRawSearch } from 'wouter/use-browser-location'

/**
 * The query as it stands in the address. The router's own hook decodes it once too often: of an address within
 * an address a part would be lost.
 */
export function useSearch(): string {
  return useRawSearch({ ssrSearch: '' })
}
