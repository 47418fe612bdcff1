/** Names of time zones in one language by their city in English. A zone without an entry has the name of its city. */
export type ZoneNames = Readonly<Record<string, string>>

/** Returns the name of a time zone: its city, or, except in English, its country if that has no other zone. */
export function placeOf(zone: string, names: ZoneNames = {}): string {
  const city = cityOf(zone)
  return names[city] ?? city
}

export function cityOf(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}
