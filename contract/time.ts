import type { Locale } from './locale.ts'

// Day before month in English; Latin digits and the Gregorian calendar in Arabic (specification §9).
const tags: Record<Locale, string> = {
  en: 'en-GB',
  ar: 'ar-u-nu-latn-ca-gregory',
  fr: 'fr',
  es: 'es',
  zh: 'zh',
}

/** Day, abbreviated month, year, time and zone; empty for a missing or zero time. */
export function formatTime(
  time: string | number | Date | null | undefined,
  locale: Locale,
  timeZone: string,
): string {
  const date = dateOf(time)
  if (!date) return ''
  return new Intl.DateTimeFormat(tags[locale], {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(date)
}

function dateOf(time: string | number | Date | null | undefined): Date | undefined {
  if (time === null || time === undefined || time === '' || time === 0 || time === '0')
    return undefined
  const date = new Date(time)
  const milliseconds = date.getTime()
  return Number.isNaN(milliseconds) || milliseconds === 0 ? undefined : date
}
