import { useZoneNames } from './zone-names.ts'
import { placeOf } from './zone-place.ts'

/** The name of a time zone in the language of the page. */
export function ZoneName({ zone }: { zone: string }) {
  return placeOf(zone, useZoneNames())
}
