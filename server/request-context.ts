import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context } from '@opentelemetry/api'

/** What a statement, a job or a mail belongs to: the request that it came from, however far back. */
export type RequestContext = { requestId: string; context?: Context | undefined }

const trails = new AsyncLocalStorage<RequestContext>()

export function currentContext(): RequestContext | undefined {
  return trails.getStore()
}

export function runWithContext<Result>(trail: RequestContext, work: () => Result): Result {
  return trails.run(trail, work)
}
