import type { Locale } from './locale.ts'
import { formatOf, formatTimeNaturally, spaceDigits, tags } from './time.ts'

const dayMs = 24 * 60 * 60 * 1000
/** The maximum distance in days that is formatted as a number of days instead of a date. */
const maxCountedDays = 7

/** Returns the day of a moment in a time zone, such as 2026-11-23. */
export function dayOf(moment: string | Date, timeZone: string): string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  // Canadian English writes dates as 2026-11-23.
  return formatOf('en-CA', timeZone, parts).format(new Date(moment))
}

/** Returns the number of calendar days between two moments in a time zone; negative if `to` is earlier. */
function daysBetween(from: Date, to: Date, timeZone: string): number {
  return Math.round((Date.parse(dayOf(to, timeZone)) - Date.parse(dayOf(from, timeZone))) / dayMs)
}

/** Formats a day as "Today", "Yesterday", or "Thursday 12 November 2026" for other days. */
export function formatFullDay(
  moment: string | Date,
  locale: Locale,
  timeZone: string,
  now = new Date(),
): string {
  const date = new Date(moment)
  const days = daysBetween(date, now, timeZone)
  const tag = tags[locale]
  if (days !== 0 && days !== 1) {
    const parts = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
    return spaceDigits(formatOf(tag, timeZone, parts).format(date), locale)
  }
  const name = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }).format(-days, 'day')
  return capitalize(name, locale)
}

/** Capitalizes the first letter, for a time that stands alone: "Today 09:12". */
function capitalize(text: string, locale: Locale): string {
  return text.charAt(0).toLocaleUpperCase(tags[locale]) + text.slice(1)
}

/** Words before a date, and between a day and its time. */
export type TimeWords = readonly [on: string, at: string]

/** Spanish separates a day from its time by a comma. */
function wordsOf(locale: Locale): TimeWords {
  return ['', locale === 'es' ? ', ' : ' ']
}

/** Formats a time as "today 09:12", "yesterday 18:40", or with its full date for other days. */
export function formatRecent(
  moment: string | Date,
  locale: Locale,
  timeZone: string,
  now = new Date(),
  words = wordsOf(locale),
): string {
  const date = new Date(moment)
  const days = daysBetween(date, now, timeZone)
  const isTodayOrYesterday = days === 0 || days === 1
  if (isTodayOrYesterday) return withClock(date, -days, { locale, timeZone, words })
  return words[0] + formatTimeNaturally(date, locale, timeZone)
}

/** Formats a time as "yesterday 18:40", "today 09:12", "tomorrow 16:15", "5 days ago", "in 7 days", else "28 Oct". */
export function formatNear(
  moment: string | Date,
  locale: Locale,
  timeZone: string,
  now = new Date(),
  words = wordsOf(locale),
): string {
  const date = new Date(moment)
  const days = daysBetween(now, date, timeZone)
  if (Math.abs(days) < 2) return withClock(date, days, { locale, timeZone, words })
  if (Math.abs(days) <= maxCountedDays) return inDays(days, locale)
  return words[0] + shortDay(date, locale, timeZone, now)
}

/** Formats a past day as "today", "yesterday", "5 days ago", after a week "28 Oct", in another year "28 Oct 2025". */
export function formatSince(
  moment: string | Date,
  locale: Locale,
  timeZone: string,
  now = new Date(),
): string {
  const date = new Date(moment)
  const days = Math.max(daysBetween(date, now, timeZone), 0)
  return days > maxCountedDays ? shortDay(date, locale, timeZone, now) : inDays(-days, locale)
}

/** Formats the distance of a day: "yesterday", "in 5 days", "3 months ago". */
export function formatDays(
  moment: string | Date,
  locale: Locale,
  timeZone: string,
  now = new Date(),
): string {
  return inDays(daysBetween(now, new Date(moment), timeZone), locale)
}

/** Formats a past day for use in a sentence: "today", "yesterday", "5 days ago", "3 months ago", "2 years ago". */
export function formatAgo(
  moment: string | Date,
  locale: Locale,
  timeZone: string,
  now = new Date(),
): string {
  return inDays(-Math.max(daysBetween(new Date(moment), now, timeZone), 0), locale)
}

/** Formats a day as "28 Oct", or "28 Oct 2025" in another year. */
function shortDay(date: Date, locale: Locale, timeZone: string, now: Date): string {
  const isThisYear = dayOf(date, timeZone).slice(0, 4) === dayOf(now, timeZone).slice(0, 4)
  const year = isThisYear ? {} : ({ year: 'numeric' } as const)
  const day = { day: 'numeric', month: 'short' } as const
  return spaceDigits(formatOf(tags[locale], timeZone, { ...day, ...year }).format(date), locale)
}

type ClockStyle = { locale: Locale; timeZone: string; words: TimeWords }

/** Formats the time of today or an adjacent day, such as "yesterday 18:40". */
function withClock(date: Date, days: number, { locale, timeZone, words }: ClockStyle): string {
  const parts = { hour: '2-digit', minute: '2-digit' } as const
  return inDays(days, locale) + words[1] + formatOf(tags[locale], timeZone, parts).format(date)
}

/**
 * Formats a distance in days, from 30 days on in months, from 365 on in years. Negative values are in the past. Adjacent
 * days have words such as “yesterday”. Months and years have numbers, because they count days: 50 days ago may be two
 * calendar months ago.
 */
function inDays(days: number, locale: Locale): string {
  const formatAs = (count: number, unit: Intl.RelativeTimeFormatUnit) => {
    const numeric = unit === 'day' ? 'auto' : 'always'
    const format = new Intl.RelativeTimeFormat(tags[locale], { numeric })
    return spaceDigits(format.format(count, unit), locale)
  }
  if (Math.abs(days) < 30) return formatAs(days, 'day')
  // 30 days are less than a mean month, but must not become 0 months.
  const months = Math.max(1, Math.trunc(Math.abs(days) / 30.4))
  if (Math.abs(days) < 365) return formatAs(Math.sign(days) * months, 'month')
  return formatAs(Math.trunc(days / 365), 'year')
}

/** Returns the hour of the day in a time zone, 0 to 23. */
export function hourOf(timeZone: string, now = new Date()): number {
  return Number(formatOf('en', timeZone, { hour: '2-digit', hourCycle: 'h23' }).format(now))
}
