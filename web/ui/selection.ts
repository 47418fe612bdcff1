import { useRef, useState } from 'react'

export type Selection = {
  ids: ReadonlySet<string>
  /** How many of them are not shown. */
  hidden: number
  /** Adds or removes a row; a range from the last one with the shift key. */
  toggle: (id: string, isRange: boolean) => void
  toggleAll: () => void
  /** Whether all rows that match the list's search are selected, shown or not. */
  isAll: boolean
  selectAll: () => void
  clear: () => void
}

const none: ReadonlySet<string> = new Set()

/**
 * Which rows are selected. Where more rows match than are shown, a selected one stays so when another order does not
 * show it; another search begins with none. All that match are selected until a row is toggled.
 */
export function useSelection(
  shown: readonly string[],
  { search, hasMore }: { search: string; hasMore: boolean },
): Selection {
  const [kept, setKept] = useState({ search, chosen: none, isAll: false })
  const last = useRef<string>(undefined)
  const isOther = kept.search !== search
  if (isOther) setKept({ search, chosen: none, isAll: false })
  const isAll = kept.isAll && !isOther
  const chosen = isOther ? none : kept.chosen
  const ids = new Set(isAll ? shown : hasMore ? chosen : shown.filter((id) => chosen.has(id)))

  function choose(next: ReadonlySet<string>): void {
    setKept({ search, chosen: next, isAll: false })
  }

  function toggle(id: string, isRange: boolean): void {
    if (!shown.includes(id)) return
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
    hidden: ids.size - shown.filter((id) => ids.has(id)).length,
    toggle,
    toggleAll: () =>
      choose(shown.every((id) => ids.has(id)) ? new Set() : new Set([...ids, ...shown])),
    isAll,
    selectAll: () => setKept({ search, chosen: none, isAll: true }),
    clear: () => choose(new Set()),
  }
}
