import { useEffect, useState } from 'react'
import { ownPathOf } from '#contract/redirect.ts'
import { useAfterHydration } from '#web/hydrated.ts'
import { oneTimeToken } from '#web/one-time-token.ts'
import { StepUpPage } from '../../../features/platforms/assurance/page.tsx'
import * as links from '#contract/links.ts'
import { setHistoryState, useHistoryState, useSearch } from './history.tsx'

/** Where a platform's request for more than the login leads, and back to it. */
export function StepUpScreen() {
  const sent = new URLSearchParams(useSearch())
  const state = (useHistoryState() ?? {}) as { uid?: string }
  const [token] = useState(() => oneTimeToken(links.stepUp.path))
  const uid = token ?? state.uid
  const subsystem = sent.get('subsystem')
  const asked = uid === undefined ? (subsystem === null ? undefined : { subsystem }) : { uid }
  const isLost = useAfterHydration(() => asked === undefined)

  useEffect(() => {
    // No secret of a mail: a reload finds it.
    if (token !== undefined) setHistoryState({ uid: token }, { replace: true })
  }, [token])

  function finish({ isGivenUp } = { isGivenUp: false }): void {
    if (uid !== undefined) return location.replace(`/sign-on/${uid}${isGivenUp ? '?unmet' : ''}`)
    const target = isGivenUp ? undefined : ownPathOf(sent.get('redirect'))
    location.replace(target ?? links.profile.path)
  }

  return (
    <StepUpPage
      asked={asked}
      isLost={isLost}
      addPasskeyUrl={`${links.security.path}#passkeys`}
      onDone={finish}
    />
  )
}
