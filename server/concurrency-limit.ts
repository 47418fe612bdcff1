/** Thrown when too much work is waiting. Answered with 503001 and Retry-After. */
export class Overloaded extends Error {
  retryAfterSeconds: number

  constructor(resource: string, retryAfterSeconds: number) {
    super(`too many requests wait for ${resource}`)
    this.name = 'Overloaded'
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Limits how many calls of `run` work at the same time; a bounded number of others waits, first in, first out. */
export function createConcurrencyLimit(
  concurrency: number,
  maxWaiting: number,
  overloaded: () => Overloaded,
) {
  const queue: (() => void)[] = []
  let running = 0

  function release(): void {
    const next = queue.shift()
    if (next) next()
    else running -= 1
  }

  async function acquire(): Promise<void> {
    if (running < concurrency) {
      running += 1
      return
    }
    if (queue.length >= maxWaiting) throw overloaded()
    await new Promise<void>((resolve) => queue.push(resolve))
  }

  return {
    /** Throws Overloaded before the work begins when `maxWaiting` calls wait already. */
    run: async <Result>(work: () => Promise<Result>): Promise<Result> => {
      await acquire()
      try {
        return await work()
      } finally {
        release()
      }
    },
    running: () => running,
    waiting: () => queue.length,
  }
}
