import type { Locale } from './locale.ts'
import { spaceDigits, tags } from './time.ts'

/** Time units with their lengths in seconds. */
const units = [
  ['second', 1],
  ['minute', 60],
  ['hour', 3_600],
  ['day', 86_400],
] as const

/** Formats a time by its largest full unit up to days: "20 seconds ago", "in 2 hours", "400 days ago". */
export function formatDistance(moment: string | Date, locale: Locale, now = new Date()): string {
  const seconds = (new Date(moment).getTime() - now.getTime()) / 1000
  const [unit, size] = units.findLast((each) => Math.abs(seconds) >= each[1]) ?? units[0]
  const format = new Intl.RelativeTimeFormat(tags[locale], {
    // "yesterday" would depend on the reader's time zone.
    numeric: unit === 'day' ? 'always' : 'auto',
  })
  return spaceDigits(format.format(Math.trunc(seconds / size), unit), locale)
}
