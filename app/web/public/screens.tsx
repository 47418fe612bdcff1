import type { ComponentType } from 'react'
import { isLoggedIn } from '#web/device.ts'
import { useHydrated } from '#web/hydrated.ts'
import { useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Illustration } from '#web/ui/illustration.tsx'
import { addresses, paths } from '../addresses.ts'
import {
  AdminSetUpScreen,
  ForgotPasswordScreen,
  LogMeOutScreen,
  ResetPasswordScreen,
  ResetTwoFactorScreen,
  SignUpScreen,
} from './link-screens.tsx'
import { messages } from './messages.ts'

type LoadScreen = () => Promise<ComponentType>

/** Every public page; each is fetched before its document is hydrated. */
const screens: Readonly<Record<string, LoadScreen>> = {
  [paths.login]: async () => (await import('./login-screen.tsx')).LoginScreen,
  [paths.signUp]: connected(
    async () => (await import('../../../features/account/sign-up/page.tsx')).SignUpPage,
    SignUpScreen,
  ),
  [paths.forgotPassword]: connected(
    async () =>
      (await import('../../../features/account/password/forgot-password-page.tsx'))
        .ForgotPasswordPage,
    ForgotPasswordScreen,
  ),
  [paths.resetPassword]: connected(
    async () =>
      (await import('../../../features/account/password/reset-password-page.tsx'))
        .ResetPasswordPage,
    ResetPasswordScreen,
  ),
  [paths.resetTwoFactor]: connected(
    async () => (await import('../../../features/account/recovery/page.tsx')).ResetTwoFactorPage,
    ResetTwoFactorScreen,
  ),
  [paths.logMeOut]: connected(
    async () =>
      (await import('../../../features/account/sessions/log-me-out-page.tsx')).LogMeOutPage,
    LogMeOutScreen,
  ),
  [paths.terms]: async () => (await import('../../../features/pages/terms/page.tsx')).TermsPage,
  [paths.adminLogin]: async () => (await import('./admin-login-screen.tsx')).AdminLoginScreen,
  [paths.adminSetUp]: connected(
    async () =>
      (await import('../../../features/account/sign-up/admin-set-up-page.tsx')).AdminSetUpPage,
    AdminSetUpScreen,
  ),
  [paths.unauthorized]: () => Promise.resolve(Unauthorized),
}

export const publicPaths: readonly string[] = Object.keys(screens)

export function loadScreen(path: string): Promise<ComponentType> {
  const isAdmin = path.startsWith(`${paths.admin}/`)
  return screens[path]?.() ?? Promise.resolve(isAdmin ? NotFoundForAdmins : NotFound)
}

/** Loads the page of a use case, and gives it to the screen that connects it to the URL and the history. */
function connected<Page>(
  load: () => Promise<Page>,
  Screen: ComponentType<{ Page: Page }>,
): LoadScreen {
  return async () => {
    const Page = await load()
    return () => <Screen Page={Page} />
  }
}

function Unauthorized() {
  const t = useMessages(messages)
  const isHydrated = useHydrated()
  const isAdmin = isHydrated && isLoggedIn('admin') && !isLoggedIn('user')
  return (
    <>
      <Illustration scene="closed" />
      <PageTitle>{t.unauthorizedTitle}</PageTitle>
      <p>{t.unauthorized}</p>
      <ButtonLink href={isAdmin ? paths.admin : paths.main}>{t.toAccount}</ButtonLink>
    </>
  )
}

/** The same for every visitor, so that it does not reveal which pages exist for others. */
function NotFound({ loginUrl = addresses.login() }: { loginUrl?: string }) {
  const t = useMessages(messages)
  return (
    <>
      <Illustration scene="lost" />
      <PageTitle>{t.notFoundTitle}</PageTitle>
      <p>{t.notFound}</p>
      <ButtonLink href={loginUrl}>{t.toLogin}</ButtonLink>
    </>
  )
}

function NotFoundForAdmins() {
  return <NotFound loginUrl={addresses.adminLogin()} />
}
