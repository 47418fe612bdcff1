import type { Locale } from './locale.ts'
import { isTimeZone } from './time-zone.ts'

// Day before month in English; in Arabic Latin digits and the Gregorian calendar (specification §9), and the clock of 24
// hours as in the other languages.
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

/** A server formats in the zones of all its users. */
const maxFormats = 100

const formats = new Map<string, Intl.DateTimeFormat>()

/** One format for all times of a list: making it takes longer than a hundred uses. */
export function formatOf(
  tag: string,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${tag} ${timeZone} ${Object.keys(options).join()}`
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.DateTimeFormat(tag, { ...options, timeZone })
  if (formats.size >= maxFormats) formats.clear()
  formats.set(key, format)
  return format
}

/** Formats day, abbreviated month, year, time and zone; empty for a missing or zero time. */
export function formatTime(
  moment: string | number | Date | null | undefined,
  locale: Locale,
  timeZone: string,
): string {
  const date = dateOf(moment)
  if (!date) return ''
  // Left to itself, Chinese puts the zone before the time, and some languages write CET for UTC+1.
  return `${formatOf(tags[locale], timeZone, parts).format(date)} ${offsetOf(date, timeZone)}`
}

/** The offset from UTC, written alike in every language: UTC, UTC+1, UTC-5, UTC+5:30. */
function offsetOf(date: Date, timeZone: string): string {
  const format = formatOf('en', timeZone, { timeZoneName: 'shortOffset' })
  const name = format.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return name.replace(/^GMT(\+0$)?/, 'UTC')
}

function dateOf(time: string | number | Date | null | undefined): Date | undefined {
  if (!time || time === '0') return undefined
  const date = new Date(time)
  // NaN for an invalid time.
  return date.getTime() ? date : undefined
}

/** All time zones to choose from, UTC first. */
export function timeZones(): readonly string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
}

/** The browser's time zone, or UTC where that is unknown (specification §3). */
export function defaultTimeZone(): string {
  // Of a language that `isTimeZone` needs too: each has data that takes a slow phone some milliseconds to load.
  const zone = new Intl.DateTimeFormat('en').resolvedOptions().timeZone
  return zone && isTimeZone(zone) ? zone : 'UTC'
}

/** What the first `formatTime` of a page needs, in parts that a slow phone runs in a task of its own each. */
export function firstFormats(locale: Locale): (() => unknown)[] {
  const now = new Date()
  return [
    defaultTimeZone,
    () => formatOf(tags[locale], defaultTimeZone(), parts),
    () => formatOf(tags[locale], defaultTimeZone(), parts).format(now),
    () => offsetOf(now, defaultTimeZone()),
  ]
}
