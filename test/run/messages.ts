/** Messages from test/run/files.ts to its workers. */
export type ToWorker = { kind: 'run'; file: string } | { kind: 'report' } | { kind: 'end' }

export type Result = { passed: string[]; failed: string[]; skipped: string[] }

export type FromWorker =
  | { kind: 'alive' }
  | { kind: 'waiting'; for: string }
  | { kind: 'done'; result: Result; text: string; memoryMb: number }
