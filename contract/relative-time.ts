import type { Locale } from './locale.ts'
import { formatOf, formatTime, tags } from './time.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Days further away than these are named by their date. */
const weekDays = 7

/** A day on the calendar of a time zone, such as 2026-11-23. */
export function dayOf(moment: string | Date, timeZone: string): string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  return formatOf('en-CA', timeZone, parts).format(new Date(moment))
}

/** How many days lie between two moments on the calendar of a time zone. */
function daysBetween(from: Date, to: Date, timeZone: string): number {
  return Math.round((Date.parse(dayOf(to, timeZone)) - Date.parse(dayOf(from, timeZone))) / dayMs)
}

/** "Today", "Yesterday", or "Thursday 12 November 2026" for an earlier day. */
export function formatDay(
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
    return formatOf(tag, timeZone, parts).format(date)
  }
  const name = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }).format(-days, 'day')
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}

/** "today 09:12", "yesterday 18:40", or the whole time for an earlier day. */
export function formatRecent(
  moment: string | Date,
  locale: Locale,
  timeZone: string,
  now = new Date(),
): string {
  const date = new Date(moment)
  const days = daysBetween(date, now, timeZone)
  if (days !== 0 && days !== 1) return formatTime(date, locale, timeZone)
  return withClock(date, -days, locale, timeZone)
}

/** "yesterday 18:40", "today 09:12", "tomorrow 16:15", "5 days ago", "in 7 days", else "28 Oct". */
export function formatNear(
  moment: string | Date,
  locale: Locale,
  timeZone: string,
  now = new Date(),
): string {
  const date = new Date(moment)
  const days = daysBetween(now, date, timeZone)
  if (Math.abs(days) < 2) return withClock(date, days, locale, timeZone)
  return Math.abs(days) > weekDays ? shortDay(date, locale, timeZone, now) : inDays(days, locale)
}

/** "today", "yesterday", "5 days ago", after a week "28 Oct", of another year "28 Oct 2025". */
export function formatSince(
  moment: string | Date,
  locale: Locale,
  timeZone: string,
  now = new Date(),
): string {
  const date = new Date(moment)
  const days = Math.max(daysBetween(date, now, timeZone), 0)
  return days > weekDays ? shortDay(date, locale, timeZone, now) : inDays(-days, locale)
}

/** For sentences: "today", "yesterday", "5 days ago", "3 months ago", "2 years ago". */
export function formatAgo(
  moment: string | Date,
  locale: Locale,
  timeZone: string,
  now = new Date(),
): string {
  return inDays(-Math.max(daysBetween(new Date(moment), now, timeZone), 0), locale)
}

/** "28 Oct", of another year "28 Oct 2025". */
function shortDay(date: Date, locale: Locale, timeZone: string, now: Date): string {
  const isOfNow = dayOf(date, timeZone).slice(0, 4) === dayOf(now, timeZone).slice(0, 4)
  const year = isOfNow ? {} : ({ year: 'numeric' } as const)
  const day = { day: 'numeric', month: 'short' } as const
  return formatOf(tags[locale], timeZone, { ...day, ...year }).format(date)
}

/** "yesterday 18:40": of a day that has a name. */
function withClock(date: Date, days: number, locale: Locale, timeZone: string): string {
  const day = new Intl.RelativeTimeFormat(tags[locale], { numeric: 'auto' }).format(days, 'day')
  const clock = { hour: '2-digit', minute: '2-digit' } as const
  return `${day} ${formatOf(tags[locale], timeZone, clock).format(date)}`
}

/** In days, from a month on in months, from a year on in years; below 0 it is over. */
function inDays(days: number, locale: Locale): string {
  const format = new Intl.RelativeTimeFormat(tags[locale], { numeric: 'auto' })
  if (Math.abs(days) < 30) return format.format(days, 'day')
  if (Math.abs(days) < 365)
    return format.format(Math.sign(days) * Math.max(1, Math.trunc(Math.abs(days) / 30.4)), 'month')
  return format.format(Math.trunc(days / 365), 'year')
}

/** The hour of the day, 0 to 23. */
export function hourOf(timeZone: string, now = new Date()): number {
  return Number(formatOf('en', timeZone, { hour: '2-digit', hourCycle: 'h23' }).format(now))
}
