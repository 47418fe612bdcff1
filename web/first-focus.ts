/**
 * Focuses the first empty field, or the last field if none is empty. A no-op on touch devices and in narrow windows,
 * where a keyboard on the screen would cover the page, and if the focused element does not match the selector `from`.
 */
export function focusEmpty(container: Element | null, from = 'body'): void {
  const mayMoveFocus = document.activeElement?.matches(from) ?? true
  if (!container || !mayMoveFocus || !matchMedia('(width >= 960px) and (pointer: fine)').matches)
    return
  const fields = [
    ...container.querySelectorAll<HTMLInputElement>(
      'input:not([readonly], [hidden], [type=hidden])',
    ),
  ]
  const field = fields.find(({ value }) => value === '') ?? fields.at(-1)
  field?.focus()
}
