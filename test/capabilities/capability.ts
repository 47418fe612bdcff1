/** A row of the lists of the product, such as `approval:admin-add`. */
export type Row = `${'approval' | 'queue' | 'job' | 'apply' | 'command' | 'mail'}:${string}`

/** What a stranger can do, and the program that does it. */
export type Capability = {
  /** What a stranger can do. */
  name: string
  /** The program in this folder that does it. */
  program: string
  /** The use cases of `features/` that it walks. */
  useCases: readonly string[]
  /** Rows without which the program fails. */
  rows: readonly Row[]
}
