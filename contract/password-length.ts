export const passwordLength = { minimum: 12, maximum: 256 }

/** Counts characters, not UTF-16 units, of the form that is hashed. */
export function lengthOf(password: string): number {
  return [...password.normalize('NFKC')].length
}
