/** Selectors by preference. One selector for all would find the first input in the document. */
const selectors = ['input[type=search]', 'input:checked', 'input']

/** Moves the focus to the search field of an element, else to its checked or first input, once mounted. For a `ref`. */
export function focusFirst(element: HTMLElement | null): void {
  const input = selectors
    .map((selector) => element?.querySelector<HTMLElement>(selector))
    .find((each) => each)
  input?.focus()
}
