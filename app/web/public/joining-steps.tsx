import { useState } from 'react'
import type { Me } from '#contract/me.ts'
import { rememberLogin } from '#web/browser-storage.ts'
import { lazyPart } from '#web/lazy.tsx'
import { broadcast } from '#web/session.ts'
import { Joining, type JoiningStep } from '#web/parts/joining.tsx'
import { JoinedPage } from '../../../features/account/sign-up/joined-page.tsx'
import { redirectAfterLogin } from './after-login.ts'

const TwoFactorStep = lazyPart(
  async () => (await import('../../../features/account/two-factor/page.tsx')).TwoFactorPage,
  '/parts/two-factor',
)

type Props = { search: string; onExpired: () => void }

/** The steps of joining after the password is set: second factor, recovery codes, and where to go first. */
export function JoiningSteps({ search, onExpired }: Props) {
  const [step, setStep] = useState<JoiningStep>(2)
  const [joined, setJoined] = useState<Me>()

  async function finish(user: Me): Promise<void> {
    const hasTarget = ['redirect', 'redirect_url'].some((name) =>
      new URLSearchParams(search).has(name),
    )
    if (hasTarget) return redirectAfterLogin(user, search)
    broadcast({ kind: 'logged-in', area: 'user' })
    const [platform, ...others] = openPlatformsOf(user)
    if (!platform || others.length > 0) return setJoined(user)
    return location.assign(platform.url)
  }

  if (joined) return <JoinedPage firstname={joined.firstname} platforms={openPlatformsOf(joined)} />
  return (
    <Joining step={step}>
      <TwoFactorStep
        onLoggedIn={() => {
          rememberLogin('user')
          setStep(3)
        }}
        onDone={({ user }) => void finish(user)}
        onExpired={onExpired}
      />
    </Joining>
  )
}

function openPlatformsOf({ subsystems }: Me): Me['subsystems'] {
  return subsystems.filter(({ state }) => state === 'active')
}
