import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { forgetLogin, isLoggedIn, onDeviceChange } from '#web/device.ts'
import { meQuery } from '#web/me.ts'

let isLeaving = false

/** Out of the logged-in pages by a full load, which leaves nothing of them in memory. */
export function leave(address: string): void {
  if (isLeaving) return
  isLeaving = true
  forgetLogin('user')
  location.assign(address)
}

/** What ends the login in one tab ends it in every other, and on a page that Back brings out of the cache. */
export function SessionLife({ onEnded }: { onEnded: () => void }) {
  const queryClient = useQueryClient()
  const end = useEffectEvent(onEnded)
  const askAgain = useEffectEvent(() => queryClient.refetchQueries(meQuery))

  useEffect(() => {
    function endIfLoggedOut(): void {
      if (!isLoggedIn('user')) end()
    }
    // Only after every word of the change is written: a login is written in two.
    return onDeviceChange(() => queueMicrotask(endIfLoggedOut))
  }, [])

  useEffect(() => {
    function recheck({ persisted }: PageTransitionEvent): void {
      if (!persisted) return
      isLeaving = false
      if (isLoggedIn('user')) void askAgain()
      else end()
    }
    window.addEventListener('pageshow', recheck)
    return () => window.removeEventListener('pageshow', recheck)
  }, [])

  return null
}
