/** A row of the lists of the product, such as `approval:admin-add`. */
export type Row = `${'approval' | 'queue' | 'job' | 'apply' | 'command' | 'mail'}:${string}`

/** A capability, and the program that walks it. */
export type Capability = {
  /** The capability, as a sentence. */
  name: string
  /** The program in this folder that does it. */
  program: string
  /** The use cases of `features/` that it walks. */
  useCases: readonly string[]
  /** Rows without which the program fails. */
  rows: readonly Row[]
}
