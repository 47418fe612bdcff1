import type { Locale } from './locale.ts'
import { formatOf, spaceDigits, tags } from './time.ts'

/** Formats a day such as 2026-01-31. Returns any other text unchanged. */
export function formatDay(day: string, locale: Locale): string {
  const date = new Date(`${day}T00:00Z`)
  const options = { year: 'numeric', month: 'short', day: 'numeric' } as const
  if (Number.isNaN(date.getTime())) return day
  return spaceDigits(formatOf(tags[locale], 'UTC', options).format(date), locale)
}
