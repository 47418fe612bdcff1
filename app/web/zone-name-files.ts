import type { Plugin } from 'vite'
import { locales, type Locale } from '#contract/locale.ts'
import { tags, timeZones } from '#contract/time.ts'
import { newName } from '#web/time-zones.ts'
import { cityOf } from '#web/zone-place.ts'

const prefix = '\0virtual:zone-names/'

/**
 * Serves the names of time zones in one language as `virtual:zone-names/{locale}`. They are from the `Intl` of Node,
 * because that of Chromium has no names of cities.
 */
export function zoneNameFiles(): Plugin {
  return {
    name: 'zone-names',
    resolveId: (id) => (`\0${id}`.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      const locale = locales.find((each) => id === prefix + each)
      return locale && `export default ${JSON.stringify(zoneNames(locale))}`
    },
  }
}

/** Texts around the name of a place, as in "heure : France". */
const aroundPlace = /^(?:heure\s*:\s*|hora de |توقيت )|时间$/

/**
 * Returns the names of the time zones in this language, by the English name of their city. A name is the country, or the
 * city if the country has several time zones. Leaves out names that equal the English city.
 */
export function zoneNames(locale: Locale): Record<string, string> {
  if (locale === 'en') return {}
  // The Spanish of Spain has abbreviations such as CET.
  const tag = locale === 'es' ? 'es-419' : tags[locale]
  const names: Record<string, string> = {}
  for (const timeZone of timeZones().filter((zone) => zone !== 'UTC')) {
    const format = new Intl.DateTimeFormat(tag, { timeZone, timeZoneName: 'shortGeneric' })
    const part = format.formatToParts().find(({ type }) => type === 'timeZoneName')
    const name = part?.value.replace(aroundPlace, '') ?? ''
    for (const city of [timeZone, newName(timeZone)].map(cityOf))
      if (name !== city) names[city] = name
  }
  return names
}
