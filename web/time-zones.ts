import { foldText } from '#contract/fold-text.ts'
import type { Locale } from '#contract/locale.ts'
import { isTimeZone } from '#contract/time-zone.ts'
import { withNote } from '#contract/text.ts'
import { defaultTimeZone, timeZones } from '#contract/time.ts'
import { cityOf, placeOf, type ZoneNames } from './zone-place.ts'

export type ZoneChoice = {
  id: string
  /** Place and current offset from UTC. */
  text: string
  /**
   * Name of the zone in the language of the page, such as "Germany Time"; empty if it contains the place, if `Intl`
   * does not know it, or if the place itself has a name in this language.
   */
  note: string
  offsetMinutes: number
  /** Folded text in which a search looks for words. */
  searchText: string
}

type Language = { locale: Locale; names?: ZoneNames | undefined }

// `Intl` still lists these former names.
const newNames: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** Returns UTC, then all zones from west to east, including `current` even under a former name. */
export function zoneChoices(language: Language, current: string, now = new Date()): ZoneChoice[] {
  const zones = timeZones().map((zone) => newName(zone))
  const all = zones.includes(current) || !isTimeZone(current) ? zones : [...zones, current]
  const [utc, ...others] = all.map((zone) => zoneChoice(zone, language, now))
  const { compare } = new Intl.Collator(language.locale)
  const sorted = others.sort(
    (one, other) => one.offsetMinutes - other.offsetMinutes || compare(one.text, other.text),
  )
  return utc ? [utc, ...sorted] : sorted
}

export function zoneChoice(
  zone: string,
  { locale, names }: Language,
  now = new Date(),
): ZoneChoice {
  const offsetMinutes = minutesOf(foldName(nameOf(zone, 'en', 'longOffset', now))) ?? 0
  const [city, place] = [cityOf(zone), placeOf(zone, names)]
  const offset = offsetText(offsetMinutes)
  // A place with a name in this language often is the country itself.
  const hasLocalName = place !== city
  // In French, `Intl` returns "heure : France".
  const name = hasLocalName
    ? ''
    : nameOf(zone, locale, 'shortGeneric', now).replace(/^heure\s*:\s*/, '')
  // An offset or abbreviation is not a name.
  const isInformative =
    !/[+-]\d|^[A-Z]{2,5}$/.test(name) && !foldName(name).includes(foldName(place))
  return {
    id: zone,
    text: zone === 'UTC' ? 'UTC' : withNote(place, offset, locale),
    note: isInformative ? name : '',
    offsetMinutes,
    searchText: foldName(`${place} ${city} ${zone} ${name}`),
  }
}

/** Returns true if every typed word matches a city, a country or an offset such as UTC+2 or +05:30. */
export function isZoneMatch(choice: ZoneChoice, typed: string): boolean {
  const words = foldName(typed)
    .replaceAll(/[()（）]/g, ' ')
    .split(/\s+/)
    .filter(Boolean)
  return words.every((word) => {
    const minutes = minutesOf(word)
    return minutes === undefined
      ? choice.searchText.includes(word)
      : minutes === choice.offsetMinutes
  })
}

/** Returns the browser's time zone under its current name. */
export function browserTimeZone(): string {
  return newName(defaultTimeZone())
}

/** Returns the current name of a time zone that has a former one. */
export function newName(zone: string): string {
  const name = newNames[zone]
  return name && isTimeZone(name) ? name : zone
}

function nameOf(
  timeZone: string,
  locale: Locale,
  timeZoneName: 'shortGeneric' | 'longOffset',
  now: Date,
): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName }).formatToParts(now)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

function minutesOf(word: string): number | undefined {
  const match = /^(?:utc|gmt)?([+-])(\d{1,2})(?::?([0-5]\d))?$/.exec(word)
  if (!match) return undefined
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0)
  // `-minutes` would be -0 for UTC-0.
  return match[1] === '-' ? 0 - minutes : minutes
}

function offsetText(minutes: number): string {
  const rest = Math.abs(minutes) % 60
  const hours = Math.floor(Math.abs(minutes) / 60)
  const sign = minutes < 0 ? '-' : '+'
  return `UTC${sign}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}

function foldName(text: string): string {
  return foldText(text).replaceAll('_', ' ')
}
