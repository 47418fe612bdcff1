import type { Stage } from './stage.ts'

/** The PostgreSQL of one fault, by its variables: whatever is done to it, nothing of that reaches the next. */
export type Ground = { variables: Record<string, string>; stop(): Promise<void> }

/** One thing that goes wrong in a data centre, done for real, and what must hold while and after it does. */
export type Fault = {
  name: string
  /** What happens, for the table. */
  what: string
  /** What this machine lacks to do it; without an answer it is done. */
  missing?: () => Promise<string | undefined>
  /** A PostgreSQL of its own, where the one that all others use will not do. */
  cluster?: () => Promise<Ground>
  /** Does it, throws where something did not hold, and answers with what held, in numbers. */
  test: (stage: Stage) => Promise<string>
  limitSeconds?: number
  /** A mail that the mail server took and could not say so about may come twice, under one Message-ID. */
  mayMailTwice?: boolean
}
