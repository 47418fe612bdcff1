/**
 * Puts the focus into the first empty field, else the last one: not on touch, where the keyboard would cover the page,
 * nor once the visitor has gone to a field or a link.
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
