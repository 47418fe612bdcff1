/** Names of time zones in one language by their city in English. A missing name is that city. */
export type ZoneNames = Readonly<Record<string, string>>

/** Returns the name of a time zone: in English its city, in other languages its country if that has no other zone. */
export function placeOf(zone: string, names: ZoneNames = {}): string {
  const city = cityOf(zone)
  return names[city] ?? city
}

export function cityOf(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}
