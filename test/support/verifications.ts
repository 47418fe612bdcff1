import { createRequire } from 'node:module'

/**
 * Counts password verifications. It must be the first import of a test, because only modules that import the library
 * later use the counting function.
 */
type Library = { verify: (...given: unknown[]) => Promise<boolean> }

const library = createRequire(import.meta.url)('@node-rs/argon2') as Library
const { verify } = library

let count = 0

library.verify = (...given) => {
  count += 1
  return verify(...given)
}

export function verifications(): number {
  return count
}
