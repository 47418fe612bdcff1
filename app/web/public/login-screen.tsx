import { lazy, useEffect, useState, type ReactNode } from 'react'
import { navigate, useHistoryState } from 'wouter/use-browser-location'
import { rememberLogin } from '#web/device.ts'
import { useHydrated } from '#web/hydrated.ts'
import { useMessages } from '#web/locale.ts'
import { forgetToken, oneTimeToken } from '#web/one-time-token.ts'
import { settings } from '#web/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeStep, PasswordStep } from '../../../features/account/sign-in/page.tsx'
import { addresses } from '../addresses.ts'
import { useDestination } from './destination.ts'
import { emailLink } from './email-link.tsx'
import { enter, enterAgain } from './enter.ts'
import { useSearch } from './search.ts'
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
const LoggedOutNotice = lazy(async () => ({
  default: (await import('../logged-out-notice.tsx')).LoggedOutNotice,
}))
const EntryNotice = lazy(async () => ({
  default: (await import('../entry-notice.tsx')).EntryNotice,
}))

/** The steps share one address: the history holds the step and the e-mail, so that Back keeps it. */
type Step = {
  step: 'password' | 'verify-mfa' | 'configure-mfa' | 'lost-authenticator'
  email: string
  isExpired?: boolean
}

const first: Step = { step: 'password', email: '' }

export function LoginScreen() {
  const search = useSearch()
  const { step, email, isExpired = false } = stepOf(useHistoryState(), search)
  const platform = useDestination(search)?.name

  const [sandboxToken, forgetSandboxToken] = useSandboxToken()

  useEffect(() => {
    if (oneTimeToken('sandbox') === undefined) void enterAgain(location.search)
  }, [])

  if (sandboxToken !== undefined) {
    return (
      <SandboxEntry
        token={sandboxToken}
        onDone={(user) => enter(user, search)}
        onOther={forgetSandboxToken}
      />
    )
  }
  if (step === 'verify-mfa') {
    return (
      <CodeStep
        email={email}
        onDone={(user) => enter(user, search)}
        onExpired={() => begin({ email, isExpired: true })}
        onBack={() => begin({})}
        help={<LostButton email={email} />}
      />
    )
  }
  if (step === 'lost-authenticator') {
    return (
      <LostAuthenticator
        email={email}
        onExpired={() => begin({ email, isExpired: true })}
        onBack={() => history.back()}
      />
    )
  }
  if (step === 'configure-mfa') {
    return (
      <TwoFactorStep
        onLoggedIn={() => rememberLogin('user')}
        onDone={(user) => enter(user, search)}
        onExpired={() => begin({ email, isExpired: true })}
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
      onDone={(user) => enter(user, search)}
      onNext={(next, typed) => {
        begin({ email: typed })
        navigate(location.href, { state: { step: next, email: typed } })
      }}
    />
  )
}

/** What the portal sent along, where this is its sandbox. */
function useSandboxToken(): [string | undefined, () => void] {
  const isHydrated = useHydrated()
  const [isForgotten, setForgotten] = useState(false)
  const isLooked = isHydrated && !isForgotten && settings().isSandbox
  const forget = () => {
    forgetToken('sandbox')
    setForgotten(true)
  }
  return [isLooked ? oneTimeToken('sandbox') : undefined, forget]
}

function begin(state: Partial<Step>): void {
  navigate(location.href, { replace: true, state: { ...first, ...state } })
}

/** The address that a platform gave along is there to begin with (OpenID Connect Core §3.1.2.1, `login_hint`). */
function stepOf(state: unknown, search: string): Step {
  const { step, email } = (state ?? {}) as Partial<Step>
  if (step !== undefined && typeof email === 'string') return state as Step
  return { ...first, email: new URLSearchParams(search).get('login_hint') ?? '' }
}

function noticeOf(search: string): ReactNode {
  const sent = new URLSearchParams(search)
  if (sent.get('logged_out') === 'elsewhere') return <LoggedOutNotice />
  const forbiddenSubsystem = sent.get('forbidden_subsystem') ?? undefined
  const errorType = sent.get('error_type') ?? undefined
  if (forbiddenSubsystem === undefined && errorType === undefined) return null
  return <EntryNotice forbiddenSubsystem={forbiddenSubsystem} errorType={errorType} />
}

/** A step of its own, so that Back leads to the code again. */
function LostButton({ email }: { email: string }) {
  const t = useMessages(messages)
  const state: Step = { step: 'lost-authenticator', email }
  return (
    <Button variant="quiet" onClick={() => navigate(location.href, { state })}>
      {t.lostAuthenticator}
    </Button>
  )
}

/** Where she was going is kept on the way. */
function forgotPasswordUrl(search: string): string {
  const redirect_url = new URLSearchParams(search).get('redirect_url') ?? ''
  return addresses.forgotPassword({ redirect_url })
}
