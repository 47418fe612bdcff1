/** Returns the initials of a full name in capitals; of a Chinese name, its first character. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  const initials = [first, last].map((word) => [...word][0] ?? '').join('')
  return initials.toUpperCase()
}
