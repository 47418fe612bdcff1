import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context } from '@opentelemetry/api'

/** The request that a statement, job or email belongs to, for logs, traces and the shares of a queue. */
export type RequestContext = {
  requestId: string
  trace?: Context | undefined
  /** The caller's IP address; undefined in a job. */
  ipAddress?: string
  /** True if the caller has a session, a login attempt, or a browser in which the user has logged in before. */
  isKnown?: boolean
  /** The time from which emails caused by a bulk job are sent, after all other emails. */
  mailsAfter?: Date
}

const storage = new AsyncLocalStorage<RequestContext>()

/** Returns the context of the running request or job; undefined outside of both. */
export function currentContext(): RequestContext | undefined {
  return storage.getStore()
}

/** Runs `work`, and everything that it awaits, with this context. */
export function runWithContext<Result>(context: RequestContext, work: () => Result): Result {
  return storage.run(context, work)
}

/** Runs `work` as that of a known caller, who does not share queues with unknown ones. */
export function runAsKnown<Result>(work: () => Result): Result {
  return runWithContext({ requestId: '', ...currentContext(), isKnown: true }, work)
}
