import { useCallback, useLayoutEffect, useRef } from 'react'
import { useSelection } from './selection.ts'

/** Manages the selection of `rows`. `toggle` keeps its identity, so that only rows that change render again. */
export function useStableSelection(
  rows: readonly { id: string }[] = [],
  hasMore: boolean,
  search: string,
) {
  const rowIds = rows.map(({ id }) => id)
  const selection = useSelection(rowIds, { search, hasMore })
  const latestToggle = useRef(selection.toggle)
  useLayoutEffect(() => {
    latestToggle.current = selection.toggle
  })
  const toggle = useCallback(
    (id: string, isRange: boolean) => latestToggle.current(id, isRange),
    [],
  )
  return { selection, toggle }
}
