/** A named weakening of one security control that at least one of its tests must detect. */
export type Mutant = {
  /** A sentence about the behavior of the unweakened code. */
  control: string
  /** The requirement of OWASP ASVS 5.0 for the control. */
  asvs?: string
  /** The path of the weakened file from the repository's root. */
  file: string
  /** The text to replace, which occurs exactly once in the file. */
  find: string
  replace: string
  /** The test files, at least one of which must fail. */
  tests: string[]
}
