import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { call } from '#web/api.ts'
import { lazyPart } from '#web/lazy.tsx'
import { findOwnRecovery } from './contract.ts'

const BannerNotice = lazyPart(
  async () => (await import('./banner-notice.tsx')).BannerNotice,
  '/parts/recovery-banner',
)

/** Delay of the first call, so that the page loads first. */
const firstDelayMs = 3_000
/** Interval of the further calls, so that an active user is notified within a minute. */
const intervalMs = 45_000

const queryKey = ['recovery']

/** Warns in every session of an open request to replace the second factor. Polling does not extend the session. */
export function RecoveryBanner() {
  const queryClient = useQueryClient()
  const [isDue, setDue] = useState(false)
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(findOwnRecovery, {}, { signal, background: true }),
    enabled: isDue,
    refetchInterval: intervalMs,
    staleTime: intervalMs,
  })

  useEffect(() => {
    const timer = setTimeout(() => setDue(true), firstDelayMs)
    return () => clearTimeout(timer)
  }, [])

  if (!data?.recovery) return null
  return (
    <Suspense>
      <BannerNotice
        recovery={data.recovery}
        onStopped={() => queryClient.setQueryData(queryKey, { recovery: null })}
      />
    </Suspense>
  )
}
