/** Moves the focus to the checked input of an element, or else to its first one, once mounted. For use as a `ref`. */
export function focusFirst(element: HTMLElement | null): void {
  // One selector for both would find the first input in the document.
  const input =
    element?.querySelector<HTMLElement>('input:checked') ?? element?.querySelector('input')
  input?.focus()
}
