import { nextTask } from './tasks.ts'

/** Calls that make Chromium look up its available languages, some by the first call and the others by the second. */
const languageLookups = [
  () => new Intl.Collator('en'),
  () => Intl.DateTimeFormat.supportedLocalesOf('en'),
]

/**
 * Makes the first calls of Intl in separate tasks, because a single task blocks a slow phone for more than 50 ms.
 * `calls` are those that the page is about to make.
 */
export async function prepareIntl(calls: readonly (() => unknown)[]): Promise<void> {
  for (const callIntl of [...languageLookups, ...calls]) {
    await nextTask()
    callIntl()
  }
}
