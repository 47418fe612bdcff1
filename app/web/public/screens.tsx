import type { ComponentType } from 'react'
import { paths } from '../addresses.ts'
import type * as LinkScreens from './link-screens.tsx'

type LoadScreen = () => Promise<ComponentType>

/** Public pages by path. Each is loaded before its document is hydrated. */
const screens: Readonly<Record<string, LoadScreen>> = {
  [paths.login]: async () => (await import('./login-screen.tsx')).LoginScreen,
  [paths.signUp]: connected(
    async () => (await import('../../../features/account/sign-up/page.tsx')).SignUpPage,
    (screens) => screens.SignUpScreen,
  ),
  [paths.forgotPassword]: connected(
    async () =>
      (await import('../../../features/account/password/forgot-password-page.tsx'))
        .ForgotPasswordPage,
    (screens) => screens.ForgotPasswordScreen,
  ),
  [paths.resetPassword]: connected(
    async () =>
      (await import('../../../features/account/password/reset-password-page.tsx'))
        .ResetPasswordPage,
    (screens) => screens.ResetPasswordScreen,
  ),
  [paths.resetTwoFactor]: connected(
    async () => (await import('../../../features/account/recovery/page.tsx')).ResetTwoFactorPage,
    (screens) => screens.ResetTwoFactorScreen,
  ),
  [paths.logMeOut]: connected(
    async () =>
      (await import('../../../features/account/sessions/log-me-out-page.tsx')).LogMeOutPage,
    (screens) => screens.LogMeOutScreen,
  ),
  [paths.recover]: connected(
    async () => (await import('../../../features/account/recovery/recover-page.tsx')).RecoverPage,
    (screens) => screens.RecoverScreen,
  ),
  [paths.stopRecovery]: connected(
    async () =>
      (await import('../../../features/account/lost-device/stop-page.tsx')).StopRecoveryPage,
    (screens) => screens.StopRecoveryScreen,
  ),
  [paths.contactPoint]: connected(
    async () =>
      (await import('../../../features/account/contact-points/verify-page.tsx')).ContactPointPage,
    (screens) => screens.ContactPointScreen,
  ),
  [paths.stepUp]: async () => (await import('./step-up-screen.tsx')).StepUpScreen,
  [paths.terms]: async () => (await import('../../../features/pages/terms/page.tsx')).TermsPage,
  [paths.adminLogin]: async () => (await import('./admin-login-screen.tsx')).AdminLoginScreen,
  [paths.adminSetUp]: connected(
    async () =>
      (await import('../../../features/account/sign-up/admin-set-up-page.tsx')).AdminSetUpPage,
    (screens) => screens.AdminSetUpScreen,
  ),
  [paths.unauthorized]: async () => (await import('./dead-ends.tsx')).Unauthorized,
}

export const publicPaths: readonly string[] = Object.keys(screens)

export async function loadScreen(path: string): Promise<ComponentType> {
  const load = screens[path]
  if (load) return load()
  const { NotFound, NotFoundForAdmins } = await import('./dead-ends.tsx')
  return path.startsWith(`${paths.admin}/`) ? NotFoundForAdmins : NotFound
}

/** Returns a function that loads the page of a use case and the screen that connects it to the URL and the history. */
function connected<Page>(
  load: () => Promise<Page>,
  screenOf: (screens: typeof LinkScreens) => ComponentType<{ Page: Page }>,
): LoadScreen {
  return async () => {
    const [Page, linkScreens] = await Promise.all([load(), import('./link-screens.tsx')])
    const Screen = screenOf(linkScreens)
    return () => <Screen Page={Page} />
  }
}
