import type { SentStatement } from '../support/sent-statements.ts'

/** Messages from test/run/files.ts to its workers. */
export type ToWorker = { kind: 'run'; file: string } | { kind: 'report' } | { kind: 'end' }

export type Result = { passed: string[]; failed: string[]; skipped: string[] }

/** A file that has run, what it printed, and the statements that no earlier file of its process has sent. */
export type Done = { result: Result; text: string; memoryMb: number; statements: SentStatement[] }

export type FromWorker =
  | { kind: 'alive' }
  | { kind: 'waiting'; for: string }
  | ({ kind: 'done' } & Done)
