import { useEffect, useEffectEvent, type RefObject } from 'react'

/** CSS selector of elements that handle keys themselves. */
export const typingSelector =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=combobox]'

/** Adds keyboard shortcuts to a list: `j` and `k` move to the next and the previous row, `x` toggles the row. */
export function useListKeys(
  table: RefObject<HTMLElement | null>,
  {
    isOn,
    onSelect,
  }: { isOn: boolean; onSelect?: ((id: string, isRange: boolean) => void) | undefined },
): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (target.closest(typingSelector) || document.querySelector('dialog[open], :popover-open'))
      return
    const rows = [...(table.current?.querySelectorAll<HTMLElement>('tbody tr') ?? [])]
    const index = rows.findIndex((row) => row.contains(target))
    const key = event.key.toLowerCase()
    const id = rows[index]?.dataset['id']
    if (key === 'x' && id !== undefined) onSelect?.(id, event.shiftKey)
    else if (key === 'j' || key === 'k') focusRow(rows[nextRow(index, key, rows.length)])
    else return
    event.preventDefault()
  })

  useEffect(() => {
    if (!isOn) return undefined
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isOn])
}

function nextRow(index: number, key: string, count: number): number {
  if (index < 0) return 0
  return Math.max(0, Math.min(count - 1, index + (key === 'j' ? 1 : -1)))
}

/** Focuses the link or button that opens the row, so that screen readers read its name and Enter opens it. */
function focusRow(row: HTMLElement | undefined): void {
  const target = row?.querySelector<HTMLElement>('th a, th button') ?? row?.querySelector('input')
  target?.focus()
}
