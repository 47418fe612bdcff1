import type { Values } from '#contract/text.ts'
import { CallFailure } from '#contract/call.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { remedies, type ErrorName, type Remedy } from '#contract/remedies.ts'

/** Returns the text for a key: the feature's own text or else the shared one; undefined for an unknown key. */
export type TextOf = (key: string, values?: Values) => string | undefined

/** The facts of an error for display. Contains keys, because the language may change while the error is shown. */
export type ErrorFacts = {
  /** Key of the text that says what happened and what to do. */
  key: string
  remedy: Remedy
  /** Time at which the server accepts the next attempt, in milliseconds since the epoch. */
  untilMs?: number | undefined
  errorCode?: number | undefined
  requestId?: string | undefined
}

const names = new Map<number, ErrorName>(
  Object.entries(errorCodes).map(([name, code]) => [code, name as ErrorName]),
)

/** Returns the name of an error code; undefined for an unknown one. */
export function nameOfCode(code: number): ErrorName | undefined {
  return names.get(code)
}

/**
 * Returns the facts of any error. For an error code, `key` is the rule if that has a text, otherwise the name of the
 * code, or `unexpected` if neither has a text.
 */
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
