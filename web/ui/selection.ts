import { useRef, useState } from 'react'

export type Selection = {
  ids: ReadonlySet<string>
  has: (id: string) => boolean
  /** Adds or removes a row; a range from the last one with the shift key. */
  toggle: (id: string, isRange: boolean) => void
  toggleAll: () => void
  /** Whether all rows that match the list's search are selected, shown or not. */
  isAll: boolean
  selectAll: () => void
  clear: () => void
}

/**
 * Which of the shown rows are selected. A row that is no longer shown is not selected any more. All that match are
 * selected until a row is toggled or the search changes.
 */
export function useSelection(shown: readonly string[], search = ''): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [allOf, setAllOf] = useState<string>()
  const last = useRef<string>(undefined)
  if (allOf !== undefined && allOf !== search) {
    setAllOf(undefined)
    setChosen(new Set())
  }
  const isAll = allOf === search
  const ids = new Set(isAll ? shown : shown.filter((id) => chosen.has(id)))

  function choose(next: ReadonlySet<string>): void {
    setAllOf(undefined)
    setChosen(next)
  }

  function toggle(id: string, isRange: boolean): void {
    const from = isRange && last.current !== undefined ? shown.indexOf(last.current) : -1
    const to = shown.indexOf(id)
    const range = from < 0 ? [id] : shown.slice(Math.min(from, to), Math.max(from, to) + 1)
    const next = new Set(ids)
    const isAdding = !ids.has(id)
    for (const each of range) {
      if (isAdding) next.add(each)
      else next.delete(each)
    }
    last.current = id
    choose(next)
  }

  return {
    ids,
    has: (id) => ids.has(id),
    toggle,
    toggleAll: () => choose(ids.size === shown.length ? new Set() : new Set(shown)),
    isAll,
    selectAll: () => setAllOf(search),
    clear: () => choose(new Set()),
  }
}
