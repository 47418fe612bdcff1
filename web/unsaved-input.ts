/** The forms of this page, each able to say whether something was typed that is not saved. */
const forms = new Set<() => boolean>()

export function hasUnsavedInput(): boolean {
  return [...forms].some((isTyped) => isTyped())
}

export function watchInput(isTyped: () => boolean): () => void {
  forms.add(isTyped)
  return () => forms.delete(isTyped)
}
