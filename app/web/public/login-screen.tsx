import { Suspense, useEffect, useState, type ReactNode } from 'react'
import type { LoggedIn, Me } from '#contract/me.ts'
import { mayBeLoggedIn, rememberLogin } from '#web/browser-storage.ts'
import { useAfterHydration } from '#web/hydrated.ts'
import { lazyPart, loadChunk } from '#web/lazy.tsx'
import { useMessages } from '#web/locale.ts'
import { forgetToken, oneTimeToken } from '#web/one-time-token.ts'
import { settings } from '#web/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { login } from '../../../features/account/sign-in/contract.ts'
import { PasswordStep } from '../../../features/account/sign-in/page.tsx'
import {
  UserPasskey,
  UserSecondPasskey,
  UserPasswordAfter,
} from '../../../features/account/sign-in/passkey-page.tsx'
import * as links from '#contract/links.ts'
import { endedNotice } from './ended.tsx'
import { onFirstInput, onPossibleLogin } from './logged-in.ts'
import {
  continueLogin,
  targetsOf,
  restartLogin,
  setHistoryState,
  useLoginStep,
  useSearch,
  type LoginStep,
} from './history.tsx'
import { messages } from './texts/messages.ts'
import { PlatformChip, usePlatformTitle } from './platform-chip.tsx'

const CodeStep = lazyPart(
  async () => (await import('../../../features/account/sign-in/code-page.tsx')).UserCodeStep,
)
const TwoFactorStep = lazyPart(
  async () => (await import('../../../features/account/two-factor/page.tsx')).TwoFactorPage,
  '/parts/two-factor',
)
const LostDevice = lazyPart(
  async () => (await import('../../../features/account/lost-device/ask-page.tsx')).LostDevicePage,
  '/parts/lost-device',
)
const SandboxEntry = lazyPart(
  async () => (await import('../../../features/platforms/sandbox/page.tsx')).SandboxLoginPage,
  '/parts/sandbox',
)
const RefusalNotice = lazyPart(
  async () => (await import('../platform-access-notice.tsx')).RefusalNotice,
  '/parts/platform-access',
)
const loadAfterLogin = () => loadChunk(() => import('./after-login.ts'))

function loadNextStep(): void {
  CodeStep.preload()
  void loadAfterLogin()
}

/**
 * Redirects a user who is already logged in. Skipped without a sign of a session, because the call would only log an
 * error in the console.
 */
async function redirectIfLoggedIn(): Promise<void> {
  if (!mayBeLoggedIn('user')) return
  await (await loadAfterLogin()).redirectIfLoggedIn(location.search)
}

export function LoginScreen() {
  const search = useSearch()
  const isSandbox = useAfterHydration(() => settings().isSandbox)
  const [isSandboxSkipped, setSandboxSkipped] = useState(false)
  const [offer, setOffer] = useState<ReactNode>()
  const isSandboxLogin = isSandbox && !isSandboxSkipped
  // The token that the portal passed to its sandbox.
  const token = isSandboxLogin ? oneTimeToken('sandbox') : undefined
  const onDone = async (reply: LoggedIn) =>
    (await loadAfterLogin()).finishLogin(reply, search, setOffer)
  const redirectUser = async (user: Me) => (await loadAfterLogin()).redirectAfterLogin(user, search)

  useEffect(() => {
    // With a token from the portal, the page asks before it logs the visitor in, so it must not redirect.
    if (oneTimeToken('sandbox') !== undefined) return undefined
    return onPossibleLogin('user', () => void redirectIfLoggedIn())
  }, [])

  useEffect(() => onFirstInput(loadNextStep), [])

  function skipSandbox(): void {
    forgetToken('sandbox')
    setSandboxSkipped(true)
  }

  const { step } = useLoginStep()

  if (offer) return offer
  return (
    <>
      {(token !== undefined || step !== 'password' || settings().login?.isConfirming) && (
        <PlatformChip />
      )}
      {token === undefined ? (
        <LoginSteps search={search} onDone={onDone} />
      ) : (
        <SandboxEntry token={token} onDone={redirectUser} onOther={skipSandbox} />
      )}
    </>
  )
}

type StepsProps = { search: string; onDone: (reply: LoggedIn) => Promise<void> }

function LoginSteps({ search, onDone }: StepsProps) {
  // A platform may send the email address as `login_hint` (OpenID Connect Core §3.1.2.1).
  const hint = new URLSearchParams(search).get('login_hint') ?? ''
  const current = useLoginStep(hint)
  const { step, email, isExpired = false, takesPasskey = false } = current
  const onExpired = () => restartLogin({ email, isExpired: true })

  if (step === 'verify-mfa') {
    return (
      <CodeStep
        email={email}
        onDone={onDone}
        onExpired={onExpired}
        onBack={() => restartLogin()}
        byRecoveryCode={current.byRecoveryCode}
        help={<LostButton current={current} />}
        passkey={takesPasskey && <UserSecondPasskey onDone={onDone} />}
      />
    )
  }
  if (step === 'password-after-passkey')
    return <UserPasswordAfter onDone={onDone} onExpired={onExpired} />
  if (step === 'lost-device') {
    const recoveryCodeStep: LoginStep = { ...current, step: 'verify-mfa', byRecoveryCode: true }
    return (
      <LostDevice
        passkey={takesPasskey && <UserSecondPasskey onDone={onDone} />}
        onRecoveryCode={() => setHistoryState(recoveryCodeStep)}
        onExpired={onExpired}
        onBack={() => history.back()}
      />
    )
  }
  if (step === 'configure-mfa') {
    return (
      <TwoFactorStep
        onLoggedIn={() => rememberLogin('user')}
        onDone={onDone}
        onExpired={onExpired}
      />
    )
  }
  return <FirstStep search={search} onDone={onDone} {...{ email, isExpired }} />
}

type FirstProps = StepsProps & { email: string; isExpired: boolean }

function FirstStep({ search, onDone, email, isExpired }: FirstProps) {
  const title = usePlatformTitle()
  return (
    <>
      <PasswordStep
        key={email}
        endpoint={login}
        email={email}
        isExpired={isExpired}
        title={title}
        notice={noticeOfVisit()}
        forgotPassword={links.forgotPassword(targetsOf(search))}
        onDone={(reply, typedEmail) =>
          reply.next === 'done'
            ? onDone(reply)
            : continueLogin(reply.next, typedEmail, 'methods' in reply ? reply.methods : [])
        }
      />
      {settings().passkeys.user !== 'off' && (
        <UserPasskey
          onDone={onDone}
          onPassword={() => continueLogin('password-after-passkey', '')}
        />
      )}
    </>
  )
}

/** Returns the notice that the server found for the URL, so that it is part of the first paint. */
function noticeOfVisit(): ReactNode {
  const ended = endedNotice()
  const { refusal } = settings().login ?? {}
  if (ended !== null || refusal === undefined) return ended
  return (
    <Suspense>
      <RefusalNotice reason={refusal.reason} knownName={refusal.platform ?? ''} />
    </Suspense>
  )
}

/** Button for a lost device. It opens a separate step, so that Back returns to the code. */
function LostButton({ current }: { current: LoginStep }) {
  const t = useMessages(messages)
  const state: LoginStep = { ...current, step: 'lost-device' }
  return (
    <Button variant="quiet" onClick={() => setHistoryState(state)}>
      {t.lostDevice}
    </Button>
  )
}
