export type Test = { after: (work: () => Promise<unknown>) => void }

const works = new WeakMap<Test, (() => Promise<unknown>)[]>()

/** What is done when a test has ended: what was begun last first. */
export function atEnd(t: Test, work: () => Promise<unknown>): void {
  const known = works.get(t)
  if (known) return void known.push(work)
  const list = [work]
  works.set(t, list)
  t.after(async () => {
    for (const each of list.toReversed()) await each()
  })
}
