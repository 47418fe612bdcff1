import type { Stage } from './stage.ts'

/** The PostgreSQL of one fault, isolated from other faults, with its environment variables. */
export type Cluster = {
  variables: Record<string, string>
  /** True if the fault migrates the database itself. */
  isEmpty?: true
  stop(): Promise<void>
}

/** A failure as in a data center, with the properties that must hold during and after it. */
export type Fault = {
  name: string
  /** A description for the table. */
  what: string
  /** Returns the reason if this machine cannot run the fault; otherwise undefined. */
  missing?: () => Promise<string | undefined>
  /** Starts a separate PostgreSQL, if the shared one is not enough. */
  cluster?: () => Promise<Cluster>
  /** Runs the fault. Returns the results of its checks, and throws at the first that fails. */
  test: (stage: Stage) => Promise<string>
  limitSeconds?: number
  /** True if a mail that the server accepted without a confirmation may arrive twice, with the same Message-ID. */
  mayMailTwice?: boolean
}
