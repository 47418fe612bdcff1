/** One function for each form of this page: whether it has unsaved input. */
const forms = new Set<() => boolean>()

export function hasUnsavedInput(): boolean {
  return [...forms].some((isTyped) => isTyped())
}

export function watchInput(isTyped: () => boolean): () => void {
  forms.add(isTyped)
  return () => forms.delete(isTyped)
}
