/**
 * Focuses the first empty field, or else the last field. A no-op on touch devices, where the keyboard would cover the
 * page, and after the visitor has focused an element that does not match the selector `from`.
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
