import { Suspense } from 'react'
import { defaultTimeZone } from '#contract/time.ts'
import { useHydrated } from '#web/hydrated.ts'
import { lazyPart } from '#web/lazy.tsx'
import { useMe } from '#web/me.ts'
import { isZoneOffered } from '#web/zone-offer.ts'

const Offer = lazyPart(async () => (await import('./time-zone-offer.tsx')).Offer)

/** Offers the browser’s time zone to a user with UTC, until the user has accepted or declined. */
export function TimeZoneOffer() {
  const me = useMe()
  // The server also renders this page, and does not know the browser’s time zone.
  const isInBrowser = useHydrated()
  if (!isInBrowser || !isZoneOffered(me, defaultTimeZone())) return null
  return (
    <Suspense>
      <Offer />
    </Suspense>
  )
}
