import { useCallback, useLayoutEffect, useRef } from 'react'
import { useSelection } from './selection.ts'

/** Of the rows that can be selected. `toggle` stays the same function, so that a row is drawn anew only when it changes. */
export function useStableSelection(
  rows: readonly { id: string }[] = [],
  hasMore: boolean,
  search: string,
) {
  const shown = rows.map(({ id }) => id)
  const selection = useSelection(shown, { search, hasMore })
  const latest = useRef(selection.toggle)
  useLayoutEffect(() => {
    latest.current = selection.toggle
  })
  const toggle = useCallback((id: string, isRange: boolean) => latest.current(id, isRange), [])
  return { selection, toggle }
}
