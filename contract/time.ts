import type { Locale } from './locale.ts'
import { isTimeZone } from './time-zone.ts'

/** Language tags for `Intl`. */
// English puts the day before the month. Arabic uses Latin digits, the Gregorian calendar (specification §9) and, like
// the other languages, a 24-hour clock.
export const tags: Record<Locale, string> = {
  en: 'en-GB',
  ar: 'ar-u-nu-latn-ca-gregory-hc-h23',
  fr: 'fr',
  es: 'es',
  zh: 'zh',
}

const parts = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
} as const
const partsToSecond = { ...parts, second: '2-digit' } as const

/** The size at which the cache is cleared, because a server formats in the time zones of all its users. */
const maxFormats = 100

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns a cached format, because creating one takes longer than using it a hundred times. */
export function formatOf(
  tag: string,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${tag} ${timeZone} ${Object.entries(options).join()}`
  const cached = formats.get(key)
  if (cached) return cached
  const format = new Intl.DateTimeFormat(tag, { ...options, timeZone })
  if (formats.size >= maxFormats) formats.clear()
  formats.set(key, format)
  return format
}

type Time = string | number | Date | null | undefined

/** Formats day, abbreviated month, year, time and UTC offset. Returns '' for a missing, zero or invalid time. */
export function formatTime(moment: Time, locale: Locale, timeZone: string): string {
  return formatParts(moment, locale, timeZone, parts)
}

/** Formats like `formatTime`, with the parts of the date in the order of the language, for sentences. */
export function formatTimeNaturally(moment: Time, locale: Locale, timeZone: string): string {
  const date = dateOf(moment)
  if (!date) return ''
  const time = formatOf(tags[locale], timeZone, parts).format(date)
  return `${spaceDigits(time, locale)} ${offsetOf(date, timeZone)}`
}

/** Formats like `formatTime`, with the second. */
export function formatSecond(moment: Time, locale: Locale, timeZone: string): string {
  return formatParts(moment, locale, timeZone, partsToSecond)
}

function formatParts(
  moment: Time,
  locale: Locale,
  timeZone: string,
  options: typeof parts,
): string {
  const date = dateOf(moment)
  if (!date) return ''
  const format = formatOf(tags[locale], timeZone, options)
  // With `timeZoneName`, Chinese puts the zone before the time, and some languages write CET for UTC+1.
  const time = locale === 'zh' ? dayFirst(format, date) : format.format(date)
  return `${spaceDigits(time, locale)} ${offsetOf(date, timeZone)}`
}

/** Formats a Chinese date with the day first (specification §9), because `Intl` puts the year first. */
function dayFirst(format: Intl.DateTimeFormat, date: Date): string {
  const text = format.format(date)
  return text.replace(/^(\d+年)(\d+月)(\d+日)/, '$3$2$1')
}

/** Adds the spaces around digits that Chinese texts have and `Intl` leaves out: 5 天前. */
export function spaceDigits(text: string, locale: Locale): string {
  return locale === 'zh' ? text.replaceAll(/(?<=[一-龥])\b|\b(?=[一-龥])/g, ' ') : text
}

/** Returns the offset from UTC in the same form for every language: UTC, UTC+1, UTC-5, UTC+5:30. */
export function offsetOf(date: Date, timeZone: string): string {
  const format = formatOf('en', timeZone, { timeZoneName: 'shortOffset' })
  const name = format.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return name.replace(/^GMT(\+0$)?/, 'UTC')
}

function dateOf(time: Time): Date | undefined {
  if (!time || time === '0') return undefined
  const date = new Date(time)
  // `getTime` returns NaN for an invalid time.
  return date.getTime() ? date : undefined
}

/** Formats the time of day with the UTC offset: "01:34 UTC-5". */
export function formatClock(moment: Date, locale: Locale, timeZone: string): string {
  const clock = formatOf(tags[locale], timeZone, { hour: '2-digit', minute: '2-digit' })
  return `${clock.format(moment)} ${offsetOf(moment, timeZone)}`
}

/** Returns all time zones to choose from, UTC first. */
export function timeZones(): readonly string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
}

/** Returns the browser's time zone, or UTC if it is unknown (specification §3). */
export function defaultTimeZone(): string {
  // English, like `isTimeZone`, because the data of each further language takes a slow phone some milliseconds to load.
  const zone = new Intl.DateTimeFormat('en').resolvedOptions().timeZone
  return zone && isTimeZone(zone) ? zone : 'UTC'
}

/** Returns functions that load what the first `formatTime` needs, so that a slow phone can run each as its own task. */
export function firstFormats(locale: Locale): (() => unknown)[] {
  const now = new Date()
  return [
    defaultTimeZone,
    () => formatOf(tags[locale], defaultTimeZone(), parts),
    () => formatOf(tags[locale], defaultTimeZone(), parts).format(now),
    () => offsetOf(now, defaultTimeZone()),
  ]
}
