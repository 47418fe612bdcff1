import { LazyOnInteraction, lazyPart } from '#web/lazy.tsx'
import { cityOf } from '#web/zone-place.ts'

const ZoneName = lazyPart(async () => (await import('#web/zone-name.tsx')).ZoneName)

/** The name of a time zone in an account menu; its city in English until the names are loaded. */
export function AccountZone({ zone }: { zone: string }) {
  return (
    <bdi>
      <LazyOnInteraction placeholder={cityOf(zone)}>
        <ZoneName zone={zone} />
      </LazyOnInteraction>
    </bdi>
  )
}
