import { lazy, useEffect, useState, type ReactNode } from 'react'
import { rememberLogin } from '#web/device.ts'
import { useHydrated } from '#web/hydrated.ts'
import { useMessages } from '#web/locale.ts'
import { forgetToken, oneTimeToken } from '#web/one-time-token.ts'
import { settings } from '#web/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { CodeStep, PasswordStep } from '../../../features/account/sign-in/page.tsx'
import { addresses } from '../addresses.ts'
import { messages as sessionMessages } from '../session-messages.ts'
import { redirectAfterLogin, redirectIfLoggedIn, useDestination } from './after-login.ts'
import { emailLink, setHistoryState, useHistoryState, useSearch } from './history.tsx'
import { messages } from './messages.ts'

const TwoFactorStep = lazy(async () => ({
  default: (await import('../../../features/account/two-factor/page.tsx')).TwoFactorPage,
}))
const LostAuthenticator = lazy(async () => ({
  default: (await import('../../../features/account/recovery/page.tsx')).LostAuthenticatorPage,
}))
const SandboxEntry = lazy(async () => ({
  default: (await import('../../../features/platforms/sandbox/page.tsx')).SandboxLoginPage,
}))
const PlatformAccessNotice = lazy(async () => ({
  default: (await import('../platform-access-notice.tsx')).PlatformAccessNotice,
}))

/** Kept in the history entry: the steps share one URL, and Back returns to the step before. */
type Step = {
  step: 'password' | 'verify-mfa' | 'configure-mfa' | 'lost-authenticator'
  email: string
  isExpired?: boolean
}

const firstStep: Step = { step: 'password', email: '' }

export function LoginScreen() {
  const search = useSearch()
  const { step, email, isExpired = false } = stepOf(useHistoryState(), search)
  const platform = useDestination(search)?.name

  const [sandboxToken, forgetSandboxToken] = useSandboxToken()

  useEffect(() => {
    if (oneTimeToken('sandbox') === undefined) void redirectIfLoggedIn(location.search)
  }, [])

  if (sandboxToken !== undefined) {
    return (
      <SandboxEntry
        token={sandboxToken}
        onDone={(user) => redirectAfterLogin(user, search)}
        onOther={forgetSandboxToken}
      />
    )
  }
  if (step === 'verify-mfa') {
    return (
      <CodeStep
        email={email}
        onDone={(user) => redirectAfterLogin(user, search)}
        onExpired={() => restart({ email, isExpired: true })}
        onBack={() => restart({})}
        help={<LostButton email={email} />}
      />
    )
  }
  if (step === 'lost-authenticator') {
    return (
      <LostAuthenticator
        email={email}
        onExpired={() => restart({ email, isExpired: true })}
        onBack={() => history.back()}
      />
    )
  }
  if (step === 'configure-mfa') {
    return (
      <TwoFactorStep
        onLoggedIn={() => rememberLogin('user')}
        onDone={(user) => redirectAfterLogin(user, search)}
        onExpired={() => restart({ email, isExpired: true })}
      />
    )
  }
  return (
    <PasswordStep
      key={email}
      email={email}
      isExpired={isExpired}
      platform={platform}
      notice={noticeOf(search)}
      forgotPasswordLink={emailLink(forgotPasswordUrl(search), 'side-link')}
      onDone={(user) => redirectAfterLogin(user, search)}
      onNext={(next, typed) => {
        restart({ email: typed })
        setHistoryState({ step: next, email: typed })
      }}
    />
  )
}

/** The token that the portal passed to its sandbox, read after hydration; and a function that forgets it. */
function useSandboxToken(): [string | undefined, () => void] {
  const isHydrated = useHydrated()
  const [isForgotten, setForgotten] = useState(false)
  const isKnown = isHydrated && !isForgotten && settings().isSandbox
  const forget = () => {
    forgetToken('sandbox')
    setForgotten(true)
  }
  return [isKnown ? oneTimeToken('sandbox') : undefined, forget]
}

function restart(state: Partial<Step>): void {
  setHistoryState({ ...firstStep, ...state }, { replace: true })
}

/** Prefills the email address that a platform sent as `login_hint` (OpenID Connect Core §3.1.2.1). */
function stepOf(state: unknown, search: string): Step {
  const { step, email } = (state ?? {}) as Partial<Step>
  if (step !== undefined && typeof email === 'string') return state as Step
  return { ...firstStep, email: new URLSearchParams(search).get('login_hint') ?? '' }
}

function noticeOf(search: string): ReactNode {
  const sent = new URLSearchParams(search)
  if (sent.get('logged_out') === 'elsewhere') return <LoggedOutNotice />
  const forbiddenSubsystem = sent.get('forbidden_subsystem') ?? undefined
  const errorType = sent.get('error_type') ?? undefined
  if (forbiddenSubsystem === undefined && errorType === undefined) return null
  return <PlatformAccessNotice forbiddenSubsystem={forbiddenSubsystem} errorType={errorType} />
}

function LoggedOutNotice() {
  const t = useMessages(sessionMessages)
  return <Notice title={t.loggedOutTitle}>{t.loggedOutText}</Notice>
}

/** Opens a step of its own, so that Back returns to the code. */
function LostButton({ email }: { email: string }) {
  const t = useMessages(messages)
  const state: Step = { step: 'lost-authenticator', email }
  return (
    <Button variant="quiet" onClick={() => setHistoryState(state)}>
      {t.lostAuthenticator}
    </Button>
  )
}

function forgotPasswordUrl(search: string): string {
  const redirect_url = new URLSearchParams(search).get('redirect_url') ?? ''
  return addresses.forgotPassword({ redirect_url })
}
