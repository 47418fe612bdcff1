import { useState } from 'react'
import { forgetLogin } from '#web/device.ts'
import { forgetToken, oneTimeToken } from '#web/one-time-token.ts'
import { ResetPasswordPage } from '../../../features/account/password/page.tsx'
import { addresses, paths } from '../addresses.ts'
import { emailLink } from './email-link.tsx'
import { useSearch } from './search.ts'

export function ResetPasswordScreen() {
  const search = new URLSearchParams(useSearch())
  const [token] = useState(() => oneTimeToken(paths.resetPassword))
  const redirect_url = search.get('redirect_url') ?? ''
  return (
    <ResetPasswordPage
      token={token}
      email={search.get('user') ?? ''}
      loginLink={emailLink(addresses.login({ redirect_url }), 'primary-button')}
      requestLink={emailLink(addresses.forgotPassword({ redirect_url }), 'primary-button')}
      onDone={() => {
        forgetToken(paths.resetPassword)
        forgetLogin('user')
      }}
    />
  )
}
