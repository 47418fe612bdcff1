/** The items of one key that one call will save, when it is the key's turn. */
type Batch<Item> = { items: Item[]; saved: Promise<void> }

const maxBatchSize = 64

/**
 * Returns a function that saves an item when `runInTurn` runs the work for its key. Items of one key that wait for the
 * same turn are saved by one call of `saveAll`, at most 64. Each of them throws what `runInTurn` or `saveAll` throws.
 */
export function createTurnBatches<Item>(saveAll: (items: readonly Item[]) => Promise<void>) {
  const openBatches = new Map<string, Batch<Item>>()
  return (
    key: string,
    item: Item,
    runInTurn: (work: () => Promise<void>) => Promise<void>,
  ): Promise<void> => {
    const open = openBatches.get(key)
    if (open && open.items.length < maxBatchSize) {
      open.items.push(item)
      return open.saved
    }
    const items = [item]
    const close = () => {
      if (openBatches.get(key)?.items === items) openBatches.delete(key)
    }
    const saved = runInTurn(() => {
      close()
      return saveAll(items)
    }).finally(close)
    openBatches.set(key, { items, saved })
    return saved
  }
}
