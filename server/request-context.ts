import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context } from '@opentelemetry/api'

/** What a statement, a job or a mail belongs to: the request that it came from, however far back. */
export type Trail = { requestId: string; context?: Context | undefined }

const trails = new AsyncLocalStorage<Trail>()

export function currentTrail(): Trail | undefined {
  return trails.getStore()
}

export function onTrail<Result>(trail: Trail, work: () => Result): Result {
  return trails.run(trail, work)
}
