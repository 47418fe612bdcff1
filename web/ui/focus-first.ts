/** A `ref`: moves the focus to the chosen or the first field as soon as the element is there. */
export function focusFirst(element: HTMLElement | null): void {
  element?.querySelector<HTMLElement>('input:checked, input')?.focus()
}
