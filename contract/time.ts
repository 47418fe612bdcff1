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
  const tag = tags[locale]
  const time = new Intl.DateTimeFormat(tag, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  })
  // Chinese puts the zone before the time, and each language writes offsets in its own way.
  return `${time.format(date)} ${zoneOf(date, tag, timeZone)}`
}

/** A name such as CET where the language has one, otherwise the offset: UTC+8. */
function zoneOf(date: Date, tag: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat(tag, { timeZoneName: 'short', timeZone })
  const name = format.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, offset] = /([+−-])(\d[\d:]*)$/.exec(name) ?? []
  if (sign === undefined) return name
  return offset === '0' ? 'UTC' : `UTC${sign === '+' ? '+' : '-'}${offset}`
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
