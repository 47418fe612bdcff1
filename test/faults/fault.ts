import type { Stage } from './stage.ts'

/** The PostgreSQL of one fault, which shares nothing with the next, and the variables that name it. */
export type Cluster = {
  variables: Record<string, string>
  /** The fault migrates it itself. */
  isEmpty?: true
  stop(): Promise<void>
}

/** A failure as in a data center, and what must hold during and after it. */
export type Fault = {
  name: string
  /** A description for the table. */
  what: string
  /** What this machine lacks to run it, or undefined. */
  missing?: () => Promise<string | undefined>
  /** Starts a PostgreSQL of its own, when the common one is not enough. */
  cluster?: () => Promise<Cluster>
  /** Runs it; returns the figures that held, throws at the first that did not. */
  test: (stage: Stage) => Promise<string>
  limitSeconds?: number
  /** A mail that the server accepted without a confirmation may arrive twice, with one Message-ID. */
  mayMailTwice?: boolean
}
