import { useCallback, useLayoutEffect, useRef } from 'react'
import { useSelection } from './selection.ts'

/** Manages the selection of `rows`. `toggle` keeps its identity, so that only rows that change render again. */
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
