import { addressKeys, networkFactor } from './address-key.ts'
import { counter } from './metrics.ts'

/** The counter of shed requests. `body` and `connections` count clients that were disconnected without a 503. */
export const requestsShed = counter(
  'portico_requests_shed_total',
  'Requests answered with 503 because of overload, slow bodies refused and connections closed, by reason',
  ['why'],
)

/** The exhausted resource: requests in total or of one address, connections to the database, or a queue. */
type Resource = 'requests' | 'address' | 'database' | 'hashes' | 'sign-ons' | 'images'

/** Thrown if too much work is waiting, and answered with 503001 and Retry-After. The constructor counts it. */
export class Overloaded extends Error {
  retryAfterSeconds: number

  constructor(resource: Resource, retryAfterSeconds: number) {
    super(`too many requests wait: ${resource}`)
    this.name = 'Overloaded'
    this.retryAfterSeconds = retryAfterSeconds
    requestsShed.inc({ why: resource })
  }
}

type Call = { start: () => void; refuse: () => void }
/**
 * A node in the tree of waiting calls. Each key of `run` is one level. Calls without a further key are in `calls`, and
 * begin after those in `branches`.
 */
type Branch = { size: number; calls: Call[]; branches: Map<string, Branch> }

/**
 * Limits how many calls of `run` work concurrently; up to `maxWaiting` further calls wait (decision 47).
 *
 * - The keys of a call name its share, from the largest unit to the smallest, such as network and address.
 * - At each level the shares take turns. Without keys: first in, first out.
 * - If the queue is full, a new call displaces the latest call of the largest share, which may be the new call itself.
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
    /** Runs `work` when it is its turn. Throws Overloaded, before `work` begins, if too many calls wait. */
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

/** Removes and returns the first call of the branch whose turn it is, and moves that branch to the end. */
function takeNext(branch: Branch): Call | undefined {
  if (branch.size > 0) branch.size -= 1
  const [firstEntry] = branch.branches
  if (!firstEntry) return branch.calls.shift()
  const [key, next] = firstEntry
  const call = takeNext(next)
  branch.branches.delete(key)
  if (next.size > 0) branch.branches.set(key, next)
  return call
}

/** Removes and returns the latest call of the largest branch; among branches of equal size, that of the last one. */
function takeLatestOfLargest(branch: Branch): Call | undefined {
  branch.size -= 1
  let largest: [string, Branch] | undefined
  for (const each of branch.branches) if (each[1].size >= (largest?.[1].size ?? 0)) largest = each
  if (!largest) return branch.calls.pop()
  const call = takeLatestOfLargest(largest[1])
  if (largest[1].size === 0) branch.branches.delete(largest[0])
  return call
}

/** Counts usage by IP address and by IPv6 /48, whose maximum is `networkFactor` times as high. */
export function createShares(max: number) {
  const counts = new Map<string, number>()
  const change = (keys: readonly string[], by: number) => {
    for (const key of keys) {
      const count = (counts.get(key) ?? 0) + by
      if (count > 0) counts.set(key, count)
      else counts.delete(key)
    }
  }
  return {
    /** Adds one and returns a function that removes it again; further calls of that function are no-ops. */
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
        (key, level) => (counts.get(key) ?? 0) > max * networkFactor ** level,
      ),
  }
}
