import { useEffect } from 'react'
import { getAdminMe } from '#contract/admin.ts'
import { ownPathOf } from '#contract/redirect.ts'
import { call } from '#web/api.ts'
import { forgetLogin, mayBeLoggedIn, rememberLogin } from '#web/browser-storage.ts'
import { lazyPart } from '#web/lazy.tsx'
import { useMessages } from '#web/locale.ts'
import { broadcast, isLoggedOutError } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { adminLogin } from '../../../features/account/sign-in/admin-contract.ts'
import { CompanyLogin } from '../../../features/account/sign-in/company-page.tsx'
import { PasswordStep } from '../../../features/account/sign-in/page.tsx'
import {
  AdminPasskey,
  AdminSecondPasskey,
  AdminPasswordAfter,
} from '../../../features/account/sign-in/admin-passkey-page.tsx'
import * as adminLinks from '#contract/admin-links.ts'
import * as links from '#contract/links.ts'
import { continueLogin, restartLogin, useLoginStep, useSearch } from './history.tsx'
import { endedNotice } from './ended.tsx'
import { onFirstInput, onPossibleLogin } from './logged-in.ts'
import { messages } from './texts/messages.ts'

const CodeStep = lazyPart(
  async () => (await import('../../../features/account/sign-in/code-page.tsx')).AdminCodeStep,
)
const TwoFactorStep = lazyPart(
  async () => (await import('../../../features/account/two-factor/page.tsx')).AdminTwoFactorPage,
  '/parts/two-factor',
)

export function AdminLoginScreen() {
  const search = new URLSearchParams(useSearch())
  const { step, email, isExpired = false, takesPasskey = false } = useLoginStep()
  const target = targetOf(search)

  useEffect(() => onPossibleLogin('admin', () => void redirectIfLoggedIn()), [])
  useEffect(() => onFirstInput(CodeStep.preload), [])

  if (settings().adminSignIn === 'oidc') {
    const url = links.hrefOf(links.authProxyLogin({ redirectTo: target }))
    return (
      <>
        {endedNotice()}
        <CompanyLogin url={url} refused={search.get('refused') ?? undefined} />
        <CustomerLink />
      </>
    )
  }
  const onDone = () => finishLogin(target)
  const onExpired = () => restartLogin({ email, isExpired: true })
  if (step === 'verify-mfa') {
    return (
      <CodeStep
        email={email}
        onDone={onDone}
        onExpired={onExpired}
        onBack={() => restartLogin()}
        passkey={takesPasskey && <AdminSecondPasskey onDone={onDone} />}
      />
    )
  }
  if (step === 'password-after-passkey')
    return <AdminPasswordAfter onDone={onDone} onExpired={onExpired} />
  if (step === 'configure-mfa') {
    return (
      <TwoFactorStep
        onLoggedIn={() => rememberLogin('admin')}
        onDone={onDone}
        onExpired={onExpired}
      />
    )
  }
  return <FirstStep {...{ email, isExpired, onDone }} />
}

type FirstProps = { email: string; isExpired: boolean; onDone: () => void }

function FirstStep({ email, isExpired, onDone }: FirstProps) {
  const t = useMessages(messages)
  return (
    <>
      <PasswordStep
        key={email}
        title={{ text: t.adminLogin, content: t.adminLogin }}
        endpoint={adminLogin}
        email={email}
        isExpired={isExpired}
        notice={endedNotice()}
        onDone={(reply, typedEmail) =>
          continueLogin(reply.next, typedEmail, 'methods' in reply ? reply.methods : [])
        }
      />
      {settings().passkeys.admin !== 'off' && (
        <AdminPasskey
          onDone={onDone}
          onPassword={() => continueLogin('password-after-passkey', '')}
        />
      )}
      <CustomerLink />
    </>
  )
}

function CustomerLink() {
  const t = useMessages(messages)
  return (
    <a className="side-link" href={settings().publicUrl + links.hrefOf(links.login())}>
      {t.customer}
    </a>
  )
}

/** Redirects an admin who is already logged in to the page that the login leads to. */
async function redirectIfLoggedIn(): Promise<void> {
  const search = new URLSearchParams(location.search)
  // `refused`: the identity provider refused the login, and the page has to show that.
  if (search.has('refused') || !mayBeLoggedIn('admin')) return
  const admin = await call(getAdminMe, {}, { background: true }).catch((error: unknown) => {
    if (isLoggedOutError(error)) forgetLogin('admin')
  })
  if (admin) location.replace(targetOf(search))
}

function finishLogin(target: string): void {
  rememberLogin('admin')
  broadcast({ kind: 'logged-in', area: 'admin' })
  location.assign(target)
}

/** Returns the requested page of the admin area, or else its start (requirements RT-14, RT-22). */
function targetOf(search: URLSearchParams): string {
  const ownPath = ownPathOf(search.get('redirect') ?? search.get('redirectURL'))
  // `/admin` and the pages below, but not `/administrator`.
  const isInside = ownPath !== undefined && /^\/admin(?![^/?#])/.test(ownPath)
  const isLoginOrLogout = [links.adminLogin.path, adminLinks.adminLogout.path].some((path) =>
    ownPath?.startsWith(path),
  )
  return isInside && !isLoginOrLogout ? ownPath : links.adminArea.path
}
