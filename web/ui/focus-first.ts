/** Selectors by preference. One selector for all would return the first match in document order. */
const selectors = ['input[type=search]', 'input:checked', 'input']

/** Returns the search field of an element, else its checked or first input. */
export function findInput(element: HTMLElement): HTMLElement | undefined {
  return selectors.flatMap((selector) => element.querySelector<HTMLElement>(selector) ?? [])[0]
}

/** Moves the focus to the input that `findInput` returns, once mounted. For a `ref`. */
export function focusFirst(element: HTMLElement | null): void {
  if (element) findInput(element)?.focus()
}
