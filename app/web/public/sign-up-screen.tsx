import { lazy } from 'react'
import { rememberLogin } from '#web/device.ts'
import { forgetToken, oneTimeToken } from '#web/one-time-token.ts'
import { SignUpPage } from '../../../features/account/sign-up/page.tsx'
import { addresses, paths } from '../addresses.ts'
import { redirectAfterLogin } from './after-login.ts'
import { setHistoryState, useHistoryState, useSearch } from './history.tsx'

const TwoFactorStep = lazy(async () => ({
  default: (await import('../../../features/account/two-factor/page.tsx')).TwoFactorPage,
}))

const setUp = 'configure-mfa'

export function SignUpScreen() {
  const search = useSearch()
  const state = useHistoryState() as { step?: string } | null
  const redirect_url = new URLSearchParams(search).get('redirect_url') ?? ''

  if (state?.step === setUp) {
    return (
      <TwoFactorStep
        onLoggedIn={() => rememberLogin('user')}
        onDone={(user) => redirectAfterLogin(user, search)}
        onExpired={() => location.assign(addresses.login({ redirect_url }))}
      />
    )
  }
  return (
    <SignUpPage
      token={oneTimeToken(paths.signUp)}
      invited={new URLSearchParams(search).get('user') ?? ''}
      loginUrl={addresses.login({ redirect_url })}
      termsUrl={paths.terms}
      onDone={() => {
        forgetToken(paths.signUp)
        setHistoryState({ step: setUp }, { replace: true })
      }}
    />
  )
}
