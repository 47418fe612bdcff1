import { Suspense } from 'react'
import { defaultTimeZone } from '#contract/time.ts'
import { useHydrated } from '#web/hydrated.ts'
import { lazyPart } from '#web/lazy.tsx'
import { useMe } from '#web/me.ts'

const Offer = lazyPart(async () => (await import('./time-zone-offer.tsx')).Offer)
const utc = 'UTC'

/** Offers the browser's time zone, once, to a user whose times are shown in UTC. */
export function TimeZoneOffer() {
  const { timezone, timezoneSettled } = useMe()
  // The server, which renders the page too, knows no browser's time zone.
  const isInBrowser = useHydrated()
  const zone = defaultTimeZone()
  const isOther = !/^(UTC|GMT|Etc\/)/.test(zone)
  if (!isInBrowser || timezone !== utc || timezoneSettled !== false || !isOther) return null
  return (
    <Suspense>
      <Offer />
    </Suspense>
  )
}
