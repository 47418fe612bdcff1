import type { Locale } from './locale.ts'

// Day before month in English; Latin digits and the Gregorian calendar in Arabic (specification §9).
const tags: Record<Locale, string> = {
  en: 'en-GB',
  ar: 'ar-u-nu-latn-ca-gregory',
  fr: 'fr',
  es: 'es',
  zh: 'zh',
}

/** Formats day, abbreviated month, year, time and zone; empty for a missing or zero time. */
export function formatTime(
  moment: string | number | Date | null | undefined,
  locale: Locale,
  timeZone: string,
): string {
  const date = dateOf(moment)
  if (!date) return ''
  const time = new Intl.DateTimeFormat(tags[locale], {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  })
  // Left to itself, Chinese puts the zone before the time, and some languages write CET for UTC+1.
  return `${time.format(date)} ${offsetOf(date, timeZone)}`
}

/** The offset from UTC, written alike in every language: UTC, UTC+1, UTC-5, UTC+5:30. */
function offsetOf(date: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en', { timeZoneName: 'shortOffset', timeZone })
  const parts = format.formatToParts(date)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return name.replace(/^GMT(\+0$)?/, 'UTC')
}

function dateOf(time: string | number | Date | null | undefined): Date | undefined {
  if (!time || time === '0') return undefined
  const date = new Date(time)
  // NaN for an invalid time.
  return date.getTime() ? date : undefined
}

/** Accepts every name that Intl can compute with, also aliases and UTC, which its own list lacks. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]{1,63}$/.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** All time zones to choose from, UTC first. */
export function timeZones(): readonly string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
}

/** The browser's time zone, or UTC where that is unknown (specification §3). */
export function defaultTimeZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return zone && isTimeZone(zone) ? zone : 'UTC'
}
