import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import type { Me } from '#contract/me.ts'
import { rememberLogin } from '#web/device.ts'
import { useHydrated } from '#web/hydrated.ts'
import { loadChunk } from '#web/lazy.tsx'
import { useMessages } from '#web/locale.ts'
import { forgetToken, oneTimeToken } from '#web/one-time-token.ts'
import { settings } from '#web/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { login, verifyCode } from '../../../features/account/sign-in/contract.ts'
import { CodeStep, PasswordStep } from '../../../features/account/sign-in/page.tsx'
import { addresses } from '../addresses.ts'
import { messages as sessionMessages } from '../session-messages.ts'
import { redirectAfterLogin, redirectIfLoggedIn, useDestination } from './after-login.ts'
import { whenLoggedIn } from './logged-in.ts'
import {
  continueLogin,
  emailLink,
  redirectUrlOf,
  restartLogin,
  setHistoryState,
  useLoginStep,
  useSearch,
  type LoginStep,
} from './history.tsx'
import { messages } from './messages.ts'

const TwoFactorStep = lazy(async () => ({
  default: (await loadChunk(() => import('../../../features/account/two-factor/page.tsx')))
    .TwoFactorPage,
}))
const LostAuthenticator = lazy(async () => ({
  default: (await loadChunk(() => import('../../../features/account/recovery/page.tsx')))
    .LostAuthenticatorPage,
}))
const SandboxEntry = lazy(async () => ({
  default: (await loadChunk(() => import('../../../features/platforms/sandbox/page.tsx')))
    .SandboxLoginPage,
}))
const PlatformAccessNotice = lazy(async () => ({
  default: (await loadChunk(() => import('../platform-access-notice.tsx'))).PlatformAccessNotice,
}))

export function LoginScreen() {
  const search = useSearch()
  const isHydrated = useHydrated()
  const [isForgotten, setForgotten] = useState(false)
  const isSandboxLogin = isHydrated && !isForgotten && settings().isSandbox
  // The token that the portal passed to its sandbox.
  const token = isSandboxLogin ? oneTimeToken('sandbox') : undefined
  const onDone = (user: Me) => redirectAfterLogin(user, search)

  useEffect(() => {
    if (oneTimeToken('sandbox') !== undefined) return undefined
    return whenLoggedIn('user', () => void redirectIfLoggedIn(location.search))
  }, [])

  function forget(): void {
    forgetToken('sandbox')
    setForgotten(true)
  }

  if (token === undefined) return <LoginSteps search={search} onDone={onDone} />
  return <SandboxEntry token={token} onDone={onDone} onOther={forget} />
}

type StepsProps = { search: string; onDone: (user: Me) => Promise<void> }

function LoginSteps({ search, onDone }: StepsProps) {
  // A platform may send the email address as `login_hint` (OpenID Connect Core §3.1.2.1).
  const hint = new URLSearchParams(search).get('login_hint') ?? ''
  const { step, email, isExpired = false } = useLoginStep(hint)
  const platform = useDestination(search)?.name
  const onExpired = () => restartLogin({ email, isExpired: true })

  if (step === 'verify-mfa') {
    return (
      <CodeStep
        endpoint={verifyCode}
        email={email}
        onDone={({ user }) => onDone(user)}
        onExpired={onExpired}
        onBack={() => restartLogin()}
        help={<LostButton email={email} />}
      />
    )
  }
  if (step === 'lost-authenticator') {
    return <LostAuthenticator email={email} onExpired={onExpired} onBack={() => history.back()} />
  }
  if (step === 'configure-mfa') {
    return (
      <TwoFactorStep
        onLoggedIn={() => rememberLogin('user')}
        onDone={({ user }) => onDone(user)}
        onExpired={onExpired}
      />
    )
  }
  const forgotPassword = addresses.forgotPassword({ redirect_url: redirectUrlOf(search) })
  return (
    <PasswordStep
      key={email}
      endpoint={login}
      email={email}
      isExpired={isExpired}
      platform={platform}
      notice={noticeOf(search)}
      forgotPasswordLink={emailLink(forgotPassword, 'side-link')}
      onDone={(reply, typed) =>
        reply.next === 'done' ? onDone(reply.user) : continueLogin(reply.next, typed)
      }
    />
  )
}

function noticeOf(search: string): ReactNode {
  const sent = new URLSearchParams(search)
  if (sent.get('logged_out') === 'elsewhere') return <LoggedOutNotice />
  const forbiddenSubsystem = sent.get('forbidden_subsystem') ?? undefined
  const errorType = sent.get('error_type') ?? undefined
  if (forbiddenSubsystem === undefined && errorType === undefined) return null
  return (
    <Suspense>
      <PlatformAccessNotice forbiddenSubsystem={forbiddenSubsystem} errorType={errorType} />
    </Suspense>
  )
}

function LoggedOutNotice() {
  const t = useMessages(sessionMessages)
  return <Notice title={t.loggedOutTitle}>{t.loggedOutText}</Notice>
}

/** Opens a step of its own, so that Back returns to the code. */
function LostButton({ email }: { email: string }) {
  const t = useMessages(messages)
  const state: LoginStep = { step: 'lost-authenticator', email }
  return (
    <Button variant="quiet" onClick={() => setHistoryState(state)}>
      {t.lostAuthenticator}
    </Button>
  )
}
