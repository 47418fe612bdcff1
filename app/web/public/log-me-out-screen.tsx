import { useState } from 'react'
import { forgetLogin } from '#web/device.ts'
import { forgetToken, oneTimeToken } from '#web/one-time-token.ts'
import { LogMeOutPage } from '../../../features/account/sessions/log-me-out-page.tsx'
import { addresses, paths } from '../addresses.ts'
import { useSearch } from './history.tsx'

export function LogMeOutScreen() {
  const search = useSearch()
  const [token] = useState(() => oneTimeToken(paths.logMeOut))
  const redirect_url = new URLSearchParams(search).get('redirect_url') ?? ''
  return (
    <LogMeOutPage
      token={token}
      loginUrl={addresses.login({ redirect_url })}
      changePasswordUrl={addresses.forgotPassword({ redirect_url })}
      onDone={() => {
        forgetToken(paths.logMeOut)
        forgetLogin('user')
      }}
    />
  )
}
