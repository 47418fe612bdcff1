import type { Locale } from './locale.ts'
import { formatOf, formatTime, tags } from './time.ts'

const dayMs = 24 * 60 * 60 * 1000

/** How many days lie between two moments on the calendar of a time zone. */
function daysBetween(from: Date, to: Date, timeZone: string): number {
  const dayOf = (date: Date) =>
    Date.parse(
      formatOf('en-CA', timeZone, { year: 'numeric', month: '2-digit', day: '2-digit' }).format(
        date,
      ),
    )
  return Math.round((dayOf(to) - dayOf(from)) / dayMs)
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
  const day = new Intl.RelativeTimeFormat(tags[locale], { numeric: 'auto' }).format(-days, 'day')
  const clock = { hour: '2-digit', minute: '2-digit' } as const
  return `${day} ${formatOf(tags[locale], timeZone, clock).format(date)}`
}

/** "today", "yesterday", "5 days ago", "3 months ago", "2 years ago". */
export function formatAgo(
  moment: string | Date,
  locale: Locale,
  timeZone: string,
  now = new Date(),
): string {
  const days = Math.max(daysBetween(new Date(moment), now, timeZone), 0)
  const format = new Intl.RelativeTimeFormat(tags[locale], { numeric: 'auto' })
  if (days < 30) return format.format(-days, 'day')
  if (days < 365) return format.format(-Math.floor(days / 30.4), 'month')
  return format.format(-Math.floor(days / 365), 'year')
}

/** The hour of the day, 0 to 23. */
export function hourOf(timeZone: string, now = new Date()): number {
  return Number(formatOf('en', timeZone, { hour: '2-digit', hourCycle: 'h23' }).format(now))
}
