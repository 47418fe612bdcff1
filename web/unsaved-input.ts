/** The forms of this page, each able to say whether something was typed that is not saved. */
const forms = new Set<() => boolean>()

export function holdsTyped(): boolean {
  return [...forms].some((isTyped) => isTyped())
}

export function watchTyped(isTyped: () => boolean): () => void {
  forms.add(isTyped)
  return () => forms.delete(isTyped)
}
