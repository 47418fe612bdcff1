/** One part after the other, with a breath in between: whoever presses something waits for one of them at most. */
export async function inTurn(loads: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const load of loads) {
    // oxlint-disable-next-line no-await-in-loop -- that is the point
    await load()
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setTimeout(resolve))
  }
}
