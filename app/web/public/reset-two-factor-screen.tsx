import { useState } from 'react'
import { rememberLogin } from '#web/device.ts'
import { forgetToken, oneTimeToken } from '#web/one-time-token.ts'
import { ResetTwoFactorPage } from '../../../features/account/recovery/page.tsx'
import { addresses, paths } from '../addresses.ts'
import { redirectAfterLogin } from './after-login.ts'
import { useSearch } from './history.tsx'

export function ResetTwoFactorScreen() {
  const search = useSearch()
  const [token] = useState(() => oneTimeToken(paths.resetTwoFactor))
  const redirect_url = new URLSearchParams(search).get('redirect_url') ?? ''
  const back = token === undefined ? { redirect: paths.resetTwoFactor } : { redirect_url }
  return (
    <ResetTwoFactorPage
      token={token}
      loginUrl={addresses.login(back)}
      onLoggedIn={() => {
        forgetToken(paths.resetTwoFactor)
        rememberLogin('user')
      }}
      onDone={(user) => (user ? redirectAfterLogin(user, search) : location.assign(paths.security))}
    />
  )
}
