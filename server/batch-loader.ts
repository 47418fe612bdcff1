/** Maximum keys of one query; more are split over parallel queries. */
const maxBatchSize = 64

type Pending<Key, Value> = {
  key: Key
  resolve: (value: Value | undefined) => void
  reject: (error: unknown) => void
}

/**
 * Batches all lookups of one event-loop tick into one query, like a dataloader without its cache. `loadAll` returns
 * the values in the order of its keys; when it throws, every lookup of the batch fails (decision 22).
 */
export function createBatchLoader<Key, Value>(
  loadAll: (keys: readonly Key[]) => Promise<readonly (Value | undefined)[]>,
): (key: Key) => Promise<Value | undefined> {
  const pending: Pending<Key, Value>[] = []

  async function loadBatch(): Promise<void> {
    const batch = pending.splice(0, maxBatchSize)
    if (pending.length > 0) setImmediate(loadBatch)
    try {
      const values = await loadAll(batch.map(({ key }) => key))
      for (const [index, { resolve }] of batch.entries()) resolve(values[index])
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      if (pending.length === 0) setImmediate(loadBatch)
      pending.push({ key, resolve, reject })
    })
}
