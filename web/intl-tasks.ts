import { nextTask } from './tasks.ts'

/** At its first use, Chromium looks up the languages that it has data for: some by the first, the others by the second. */
const firstUse = [() => new Intl.Collator('en'), () => Intl.DateTimeFormat.supportedLocalesOf('en')]

/** Prepares the first use of Intl in tasks of their own: in one, it blocks a slow phone for more than 50 ms. */
export async function prepareIntl(parts: readonly (() => unknown)[]): Promise<void> {
  for (const prepare of [...firstUse, ...parts]) {
    await nextTask()
    prepare()
  }
}
