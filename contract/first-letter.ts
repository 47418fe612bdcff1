/** Returns the first letter of a name, as a reader counts letters; empty for an empty name. */
export function firstLetterOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim())
  return first?.segment.toUpperCase() ?? ''
}
