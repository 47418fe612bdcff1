import { useRef, useState } from 'react'

export type Selection = {
  ids: ReadonlySet<string>
  has: (id: string) => boolean
  /** Adds or removes a row; a range from the last one with the shift key. */
  toggle: (id: string, isRange: boolean) => void
  toggleAll: () => void
  clear: () => void
}

/** Which of the shown rows are selected. A row that is no longer shown is not selected any more. */
export function useSelection(shown: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string>(undefined)
  const ids = new Set(shown.filter((id) => chosen.has(id)))

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
    setChosen(next)
  }

  return {
    ids,
    has: (id) => ids.has(id),
    toggle,
    toggleAll: () => setChosen(ids.size === shown.length ? new Set() : new Set(shown)),
    clear: () => setChosen(new Set()),
  }
}
