import { useRef, useState } from 'react'

/** The selected rows of a list, and the functions that change them. */
export type Selection = {
  ids: ReadonlySet<string>
  /** Number of selected rows that are not loaded. */
  hidden: number
  /** Selects or deselects a row; with `isRange` (Shift), every row between it and the last toggled one. */
  toggle: (id: string, isRange: boolean) => void
  /** Selects all loaded rows, or clears the selection if all are selected. */
  toggleAll: () => void
  /** True if all rows that match the search are selected, including rows not loaded. */
  isAll: boolean
  selectAll: () => void
  clear: () => void
}

const none: ReadonlySet<string> = new Set()

/**
 * Manages the selected rows of a list. While the list has more rows, a selected row stays selected even if a new sort
 * no longer shows it. A new search clears the selection. `selectAll` applies until a row is toggled.
 */
export function useSelection(
  rowIds: readonly string[],
  { search, hasMore }: { search: string; hasMore: boolean },
): Selection {
  const [state, setState] = useState({ search, selectedIds: none, isAll: false })
  const lastToggled = useRef<string>(undefined)
  const isNewSearch = state.search !== search
  if (isNewSearch) setState({ search, selectedIds: none, isAll: false })
  const isAll = state.isAll && !isNewSearch
  const selectedIds = isNewSearch ? none : state.selectedIds
  const remainingIds = hasMore ? selectedIds : rowIds.filter((id) => selectedIds.has(id))
  const ids = new Set(isAll ? rowIds : remainingIds)

  function select(next: ReadonlySet<string>): void {
    setState({ search, selectedIds: next, isAll: false })
  }

  function toggle(id: string, isRange: boolean): void {
    if (!rowIds.includes(id)) return
    // After the selection was cleared, a range has no start.
    const start = isRange && ids.size > 0 ? lastToggled.current : undefined
    const from = start === undefined ? -1 : rowIds.indexOf(start)
    const to = rowIds.indexOf(id)
    const range = from < 0 ? [id] : rowIds.slice(Math.min(from, to), Math.max(from, to) + 1)
    const next = new Set(ids)
    const isAdding = !ids.has(id)
    for (const each of range) {
      if (isAdding) next.add(each)
      else next.delete(each)
    }
    lastToggled.current = id
    select(next)
  }

  return {
    ids,
    hidden: ids.size - rowIds.filter((id) => ids.has(id)).length,
    toggle,
    toggleAll: () =>
      select(rowIds.every((id) => ids.has(id)) ? new Set() : new Set([...ids, ...rowIds])),
    isAll,
    selectAll: () => setState({ search, selectedIds: none, isAll: true }),
    clear: () => select(new Set()),
  }
}
