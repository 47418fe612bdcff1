import { addressKeys } from './address-key.ts'
import { config } from './config.ts'
import { counter } from './metrics.ts'

/** `body` and `connections` are slow or greedy clients that were cut off, without a 503. */
export const requestsShed = counter(
  'portico_requests_shed_total',
  'Requests answered with 503 because of overload, by what is full; slow bodies refused, connections closed',
  ['why'],
)

/** What is full: places of requests, of one address, connections to the database, or a queue of work. */
type Full = 'requests' | 'address' | 'database' | 'hashes' | 'sign-ons' | 'images'

/** Thrown when too much work is waiting, and counted as it is made. Answered with 503001 and Retry-After. */
export class Overloaded extends Error {
  retryAfterSeconds: number

  constructor(full: Full, retryAfterSeconds: number) {
    super(`too many requests wait: ${full}`)
    this.name = 'Overloaded'
    this.retryAfterSeconds = retryAfterSeconds
    requestsShed.inc({ why: full })
  }
}

type Call = { start: () => void; refuse: () => void }
/** Waiting calls as a tree, by the keys of `run`: the calls of a branch are in its branches, or its own. */
type Branch = { size: number; calls: Call[]; branches: Map<string, Branch> }

/**
 * Limits how many calls of `run` work at the same time; a bounded number of others waits. The keys of a call name its
 * share, from wide to narrow: at each level the shares take turns, and when all places are taken, a further call takes
 * the latest place of the share that holds most, which may be its own (decision 47). Without keys: first in, first out.
 */
export function createConcurrencyLimit(
  concurrency: number,
  maxWaiting: number,
  overloaded: () => Overloaded,
) {
  const queue = createBranch()
  let running = 0

  function release(): void {
    const next = takeNext(queue)
    if (next) next.start()
    else running -= 1
  }

  async function acquire(keys: readonly string[]): Promise<void> {
    if (running < concurrency) {
      running += 1
      return
    }
    await new Promise<void>((start, reject) => {
      add(queue, keys, { start, refuse: () => reject(overloaded()) })
      if (queue.size > maxWaiting) takeLatestOfLargest(queue)?.refuse()
    })
  }

  return {
    /** Throws Overloaded before the work begins when too many calls wait already. */
    run: async <Result>(
      work: () => Promise<Result>,
      keys: readonly string[] = [],
    ): Promise<Result> => {
      await acquire(keys)
      try {
        return await work()
      } finally {
        release()
      }
    },
    running: () => running,
    waiting: () => queue.size,
  }
}

function createBranch(): Branch {
  return { size: 0, calls: [], branches: new Map() }
}

function add(branch: Branch, [key, ...rest]: readonly string[], call: Call): void {
  branch.size += 1
  if (key === undefined) {
    branch.calls.push(call)
    return
  }
  const next = branch.branches.get(key) ?? createBranch()
  branch.branches.set(key, next)
  add(next, rest, call)
}

/** Takes the first call of the branch whose turn it is, and puts the branch at the end of the turns. */
function takeNext(branch: Branch): Call | undefined {
  if (branch.size > 0) branch.size -= 1
  const [turn] = branch.branches
  if (!turn) return branch.calls.shift()
  const [key, next] = turn
  const call = takeNext(next)
  branch.branches.delete(key)
  if (next.size > 0) branch.branches.set(key, next)
  return call
}

/** Of branches of the same size the one at the end, such as that of a new call. */
function takeLatestOfLargest(branch: Branch): Call | undefined {
  branch.size -= 1
  let largest: [string, Branch] | undefined
  for (const each of branch.branches) if (each[1].size >= (largest?.[1].size ?? 0)) largest = each
  if (!largest) return branch.calls.pop()
  const call = takeLatestOfLargest(largest[1])
  if (largest[1].size === 0) branch.branches.delete(largest[0])
  return call
}

/** Counts what each IP address holds, and each IPv6 /48, which may hold `LIMIT_NETWORK_FACTOR` times as much. */
export function createShares(max: number) {
  const held = new Map<string, number>()
  const change = (keys: readonly string[], by: number) => {
    for (const key of keys) {
      const now = (held.get(key) ?? 0) + by
      if (now > 0) held.set(key, now)
      else held.delete(key)
    }
  }
  return {
    /** Returns what gives it back, once. */
    add(ipAddress: string): () => void {
      let keys: readonly string[] = addressKeys(ipAddress)
      change(keys, 1)
      return () => {
        change(keys, -1)
        keys = []
      }
    },
    isExceededBy: (ipAddress: string) =>
      addressKeys(ipAddress).some(
        (key, level) => (held.get(key) ?? 0) > max * config.limitNetworkFactor ** level,
      ),
  }
}
