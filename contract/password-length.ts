export const passwordLength = { minimum: 12, maximum: 256 }

/** Returns the length of a password in code points of its NFKC form, the form that is hashed. */
export function lengthOf(password: string): number {
  return [...password.normalize('NFKC')].length
}
