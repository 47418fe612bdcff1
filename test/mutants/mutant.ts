/** A named weakening of one security control, which at least one of its tests must notice. */
export type Mutant = {
  /** What the unweakened code promises, as a sentence. */
  control: string
  /** The row of OWASP ASVS 5.0 that asks for the control. */
  asvs?: string
  /** The file that is weakened, from the root of the repository. */
  file: string
  /** The text that is replaced. It stands exactly once in the file. */
  find: string
  replace: string
  /** The test files, one of which must fail. */
  tests: string[]
}
