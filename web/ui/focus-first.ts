/** Moves the focus to the first input of an element once the element is mounted. For use as a `ref`. */
export function focusFirst(element: HTMLElement | null): void {
  element?.querySelector<HTMLElement>('input:checked, input')?.focus()
}
