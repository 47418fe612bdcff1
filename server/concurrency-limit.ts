/** There is more to do than can be done soon: better told at once than kept waiting. Answered 503001. */
export class Overloaded extends Error {
  retryAfterSeconds: number

  constructor(what: string, retryAfterSeconds: number) {
    super(`too many wait for ${what}`)
    this.name = 'Busy'
    this.retryAfterSeconds = retryAfterSeconds
  }
}

type About = { what: string; atOnce: number; waiting: number; retryAfterSeconds: number }

export type ConcurrencyLimit = {
  /** Throws Busy, before the work has begun, when too many wait already. */
  run: <Result>(work: () => Promise<Result>) => Promise<Result>
  running: () => number
  waiting: () => number
}

/** Work that costs a core: so many at once, so many in a row behind them, and nobody else. */
export function createConcurrencyLimit({
  what,
  atOnce,
  waiting: most,
  retryAfterSeconds,
}: About): ConcurrencyLimit {
  const queue: (() => void)[] = []
  let running = 0

  function next(): void {
    const first = queue.shift()
    if (first) first()
    else running -= 1
  }

  async function wait(): Promise<void> {
    if (running < atOnce) {
      running += 1
      return
    }
    if (queue.length >= most) throw new Overloaded(what, retryAfterSeconds)
    await new Promise<void>((resolve) => queue.push(resolve))
  }

  return {
    run: async (work) => {
      await wait()
      try {
        return await work()
      } finally {
        next()
      }
    },
    running: () => running,
    waiting: () => queue.length,
  }
}
