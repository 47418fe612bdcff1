import { useEffect, useState } from 'react'
import { ownPathOf } from '#contract/redirect.ts'
import { useAfterHydration } from '#web/hydrated.ts'
import { oneTimeToken } from '#web/one-time-token.ts'
import { StepUpPage } from '../../../features/platforms/assurance/page.tsx'
import * as links from '#contract/links.ts'
import { setHistoryState, useHistoryState, useSearch } from './history.tsx'

/**
 * Page on which a user confirms their identity, because a platform requires more than the login. Then continues with
 * the platform's request or redirect. A user who gives up at a platform behind a proxy is redirected to the profile.
 */
export function StepUpScreen() {
  const params = new URLSearchParams(useSearch())
  const state = (useHistoryState() ?? {}) as { uid?: string }
  const [token] = useState(() => oneTimeToken(links.stepUp.path))
  const uid = token ?? state.uid
  const subsystem = params.get('subsystem')
  const bySubsystem = subsystem === null ? undefined : { subsystem }
  const request = uid === undefined ? bySubsystem : { uid }
  const isLost = useAfterHydration(() => request === undefined)

  useEffect(() => {
    // The token is the id of a request and no secret from an email, so the history entry may keep it for a reload.
    if (token !== undefined) setHistoryState({ uid: token }, { replace: true })
  }, [token])

  function finish({ isGivenUp } = { isGivenUp: false }): void {
    if (uid !== undefined) return location.replace(`/sign-on/${uid}${isGivenUp ? '?unmet' : ''}`)
    // The redirect would ask for the step-up again.
    const target = isGivenUp ? undefined : ownPathOf(params.get('redirect'))
    location.replace(target ?? links.profile.path)
  }

  return <StepUpPage query={request} isLost={isLost} onDone={finish} />
}
