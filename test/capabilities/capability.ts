/** A row of the product's lists, such as `approval:admin-add`. */
export type Row = `${'approval' | 'queue' | 'job' | 'apply' | 'command' | 'mail'}:${string}`

/** A capability, and the program that tests it. */
export type Capability = {
  /** The capability, as a sentence. */
  name: string
  /** The name of the program in this folder. */
  program: string
  /** The use cases of `features/` that the program uses. */
  useCases: readonly string[]
  /** The rows that the program needs to pass. */
  rows: readonly Row[]
}
