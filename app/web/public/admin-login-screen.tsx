import { lazy } from 'react'
import type { AdminMe } from '#contract/admin.ts'
import { ownPathOf } from '#contract/redirect.ts'
import { rememberLogin } from '#web/device.ts'
import { useMessages } from '#web/locale.ts'
import { broadcast } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { adminLogin, verifyAdminCode } from '../../../features/account/sign-in/contract.ts'
import { CompanyLogin } from '../../../features/account/sign-in/page.tsx'
import { CodeStep, PasswordStep } from '../../../features/account/sign-in/page.tsx'
import {
  beginAdminTwoFactor,
  confirmAdminTwoFactor,
} from '../../../features/account/two-factor/contract.ts'
import { addresses, paths } from '../addresses.ts'
import { continueLogin, restartLogin, useLoginStep, useSearch } from './history.tsx'
import { messages } from './messages.ts'

const TwoFactorSteps = lazy(async () => ({
  default: (await import('../../../features/account/two-factor/page.tsx')).TwoFactorSteps<AdminMe>,
}))

/** The endpoint has checked the reply already. */
const userOf = (reply: unknown) => (reply as { admin: AdminMe }).admin
const calls = { login: adminLogin, verifyCode: verifyAdminCode, userOf }
const setUpCalls = { begin: beginAdminTwoFactor, confirm: confirmAdminTwoFactor, userOf }

export function AdminLoginScreen() {
  const t = useMessages(messages)
  const search = new URLSearchParams(useSearch())
  const { step, email, isExpired = false } = useLoginStep()
  const target = targetOf(search)

  if (settings().adminSignIn === 'oidc') {
    const url = addresses.authProxyLogin({ redirectTo: target })
    return <CompanyLogin url={url} refused={search.get('refused') ?? undefined} />
  }
  const ways = {
    onDone: () => finishLogin(target),
    onExpired: () => restartLogin({ email, isExpired: true }),
  }
  if (step === 'verify-mfa') {
    return <CodeStep calls={calls} email={email} {...ways} onBack={() => restartLogin()} />
  }
  if (step === 'configure-mfa') {
    return <TwoFactorSteps calls={setUpCalls} onLoggedIn={() => rememberLogin('admin')} {...ways} />
  }
  return (
    <PasswordStep
      key={email}
      title={t.adminLogin}
      calls={calls}
      email={email}
      isExpired={isExpired}
      platform={undefined}
      onNext={continueLogin}
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
