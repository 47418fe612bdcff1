import { useState } from 'react'
import { forgetLogin } from '#web/device.ts'
import { forgetToken, oneTimeToken } from '#web/one-time-token.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { AdminSetUpPage } from '../../../features/account/sign-up/admin-set-up-page.tsx'
import { addresses, paths } from '../addresses.ts'

export function AdminSetUpScreen() {
  const [token] = useState(() => oneTimeToken(paths.adminSetUp))
  return (
    <AdminSetUpPage
      token={token}
      loginLink={(text) => <ButtonLink href={addresses.adminLogin()}>{text}</ButtonLink>}
      onDone={() => {
        forgetToken(paths.adminSetUp)
        forgetLogin('admin')
      }}
    />
  )
}
