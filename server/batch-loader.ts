/** The maximum number of keys in a query; more are split over concurrent queries. */
const maxBatchSize = 64

/**
 * Batches all lookups of one event-loop tick into one query, like a dataloader without a cache. `loadAll` must return
 * the values in the order of its keys. If it throws, every lookup of the batch is rejected (decision 22).
 */
export function createBatchLoader<Key, Value>(
  loadAll: (keys: readonly Key[]) => Promise<readonly (Value | undefined)[]>,
): (key: Key) => Promise<Value | undefined> {
  const pending: { key: Key; result: PromiseWithResolvers<Value | undefined> }[] = []

  async function loadBatch(): Promise<void> {
    const batch = pending.splice(0, maxBatchSize)
    if (pending.length > 0) setImmediate(loadBatch)
    try {
      const values = await loadAll(batch.map(({ key }) => key))
      for (const [index, { result }] of batch.entries()) result.resolve(values[index])
    } catch (error) {
      for (const { result } of batch) result.reject(error)
    }
  }

  return (key) => {
    if (pending.length === 0) setImmediate(loadBatch)
    const result = Promise.withResolvers<Value | undefined>()
    pending.push({ key, result })
    return result.promise
  }
}
