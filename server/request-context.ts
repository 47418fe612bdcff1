import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context } from '@opentelemetry/api'

/** The request that a statement, a job or a mail belongs to, for logs, traces and the shares of a queue. */
export type RequestContext = {
  requestId: string
  trace?: Context | undefined
  /** Not in a job. */
  ipAddress?: string
  /** The caller has a session or a login attempt, or a browser that its user has logged in with before. */
  isKnown?: boolean
  /** In a bulk job: when the mails that it causes are sent, behind all others. */
  mailsAfter?: Date
}

const storage = new AsyncLocalStorage<RequestContext>()

export function currentContext(): RequestContext | undefined {
  return storage.getStore()
}

/** Runs the work, and everything that it awaits, with this context. */
export function runWithContext<Result>(context: RequestContext, work: () => Result): Result {
  return storage.run(context, work)
}

/** Runs the work of a known caller, which does not share queues with strangers. */
export function runAsKnown<Result>(work: () => Result): Result {
  return runWithContext({ requestId: '', ...currentContext(), isKnown: true }, work)
}
