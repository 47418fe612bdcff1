/**
 * Focuses the first empty field, or else the last field. A no-op on touch devices, where the keyboard would cover the
 * page, and after the visitor has focused a field or link.
 */
export function focusEmpty(inside: Element | null, from = 'body'): void {
  const isFree = document.activeElement?.matches(from) ?? true
  if (!inside || !isFree || !matchMedia('(width >= 960px) and (pointer: fine)').matches) return
  const fields = [
    ...inside.querySelectorAll<HTMLInputElement>('input:not([readonly], [hidden], [type=hidden])'),
  ]
  const field = fields.find(({ value }) => value === '') ?? fields.at(-1)
  field?.focus()
}
