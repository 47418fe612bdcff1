import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context } from '@opentelemetry/api'

/** The request that a statement, a job or a mail belongs to, for logs and traces. */
export type RequestContext = { requestId: string; trace?: Context | undefined }

const storage = new AsyncLocalStorage<RequestContext>()

export function currentContext(): RequestContext | undefined {
  return storage.getStore()
}

/** Runs the work, and everything that it awaits, with this context. */
export function runWithContext<Result>(context: RequestContext, work: () => Result): Result {
  return storage.run(context, work)
}
