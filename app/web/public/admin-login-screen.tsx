import { lazy } from 'react'
import { ownPathOf } from '#contract/redirect.ts'
import { rememberLogin } from '#web/device.ts'
import { useMessages } from '#web/locale.ts'
import { broadcast } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { adminLogin, verifyAdminCode } from '../../../features/account/sign-in/contract.ts'
import { CodeStep, CompanyLogin, PasswordStep } from '../../../features/account/sign-in/page.tsx'
import { addresses, paths } from '../addresses.ts'
import { continueLogin, restartLogin, useLoginStep, useSearch } from './history.tsx'
import { messages } from './messages.ts'

const TwoFactorStep = lazy(async () => ({
  default: (await import('../../../features/account/two-factor/page.tsx')).AdminTwoFactorPage,
}))

export function AdminLoginScreen() {
  const t = useMessages(messages)
  const search = new URLSearchParams(useSearch())
  const { step, email, isExpired = false } = useLoginStep()
  const target = targetOf(search)

  if (settings().adminSignIn === 'oidc') {
    const url = addresses.authProxyLogin({ redirectTo: target })
    return <CompanyLogin url={url} refused={search.get('refused') ?? undefined} />
  }
  const onDone = () => finishLogin(target)
  const onExpired = () => restartLogin({ email, isExpired: true })
  if (step === 'verify-mfa') {
    return (
      <CodeStep
        endpoint={verifyAdminCode}
        email={email}
        onDone={onDone}
        onExpired={onExpired}
        onBack={() => restartLogin()}
      />
    )
  }
  if (step === 'configure-mfa') {
    return (
      <TwoFactorStep
        onLoggedIn={() => rememberLogin('admin')}
        onDone={onDone}
        onExpired={onExpired}
      />
    )
  }
  return (
    <PasswordStep
      key={email}
      title={t.adminLogin}
      endpoint={adminLogin}
      email={email}
      isExpired={isExpired}
      onDone={({ next }, typed) => continueLogin(next, typed)}
    />
  )
}

function finishLogin(target: string): void {
  rememberLogin('admin')
  broadcast({ kind: 'logged-in', area: 'admin' })
  location.assign(target)
}

/** The requested page of the admin area, else its first (requirement RT-14). */
function targetOf(search: URLSearchParams): string {
  const own = ownPathOf(search.get('redirect') ?? search.get('redirectURL'))
  const isInside = own !== undefined && /^\/admin(?![^/?#])/.test(own)
  return isInside && !own.startsWith(paths.adminLogin) ? own : paths.admin
}
