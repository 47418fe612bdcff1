import { Suspense } from 'react'
import { defaultTimeZone } from '#contract/time.ts'
import { useHydrated } from '#web/hydrated.ts'
import { lazyPart } from '#web/lazy.tsx'
import { useMe } from '#web/me.ts'

const Offer = lazyPart(async () => (await import('./time-zone-offer.tsx')).Offer)
const utc = 'UTC'

/** Offers the browser’s time zone to a user with UTC, until the user has accepted or declined. */
export function TimeZoneOffer() {
  const { timezone, timezoneSettled } = useMe()
  // The server also renders this page, and does not know the browser’s time zone.
  const isInBrowser = useHydrated()
  const isUndecided = timezone === utc && timezoneSettled === false
  // The offer names a city, which these time zones do not have.
  const hasNoCity = /^(UTC|GMT|Etc\/)/.test(defaultTimeZone())
  if (!isInBrowser || !isUndecided || hasNoCity) return null
  return (
    <Suspense>
      <Offer />
    </Suspense>
  )
}
