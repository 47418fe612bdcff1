import { nextTask } from './tasks.ts'

/** Calls that make Chromium look up its available languages, some by the first call and the others by the second. */
const firstUse = [() => new Intl.Collator('en'), () => Intl.DateTimeFormat.supportedLocalesOf('en')]

/** Prepares the first use of Intl in separate tasks, because a single one blocks a slow phone for more than 50 ms. */
export async function prepareIntl(parts: readonly (() => unknown)[]): Promise<void> {
  for (const prepare of [...firstUse, ...parts]) {
    await nextTask()
    prepare()
  }
}
