import type { Values } from '#contract/text.ts'
import { CallFailure } from '#contract/call.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { remedies, type ErrorName, type Remedy } from '#contract/remedies.ts'

/** The text of a key: the feature's own, else the shared one; undefined for an unknown key. */
export type TextOf = (key: string, values?: Values) => string | undefined

/** What a page shows of an error. Holds keys, not texts: the page may change its language while it is shown. */
export type ErrorFacts = {
  /** Key of the words: what happened, and what to do. */
  key: string
  remedy: Remedy
  /** When the server takes the next attempt. */
  untilMs?: number | undefined
  errorCode?: number | undefined
  requestId?: string | undefined
}

const names = new Map<number, ErrorName>(
  Object.entries(errorCodes).map(([name, code]) => [code, name as ErrorName]),
)

export function nameOfCode(code: number): ErrorName | undefined {
  return names.get(code)
}

export function describeError(error: unknown, textOf: TextOf): ErrorFacts {
  if (error instanceof CallFailure) {
    const { kind, requestId } = error
    return { key: kind, remedy: remedies[kind], requestId }
  }
  if (!(error instanceof Refusal)) return { key: 'failed', remedy: remedies.failed }
  const { code, faults, requestId, retryAtMs } = error
  const name = names.get(code)
  const key = [faults[0]?.rule, name].find((each) => each !== undefined && textOf(each)) as
    | ErrorName
    | undefined
  return {
    key: key ?? 'unexpected',
    remedy: key === undefined ? remedies.unexpected : remedies[name ?? 'unexpected'],
    untilMs: retryAtMs,
    errorCode: code,
    requestId,
  }
}
