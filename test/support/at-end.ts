export type Test = { after: (work: () => Promise<unknown>) => void }

const workOfTests = new WeakMap<Test, (() => Promise<unknown>)[]>()

/** Registers work for the end of a test. The work registered last runs first. */
export function atEnd(t: Test, work: () => Promise<unknown>): void {
  const registered = workOfTests.get(t)
  if (registered) return void registered.push(work)
  const list = [work]
  workOfTests.set(t, list)
  t.after(async () => {
    for (const each of list.toReversed()) await each()
  })
}
