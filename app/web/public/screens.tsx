import type { ComponentType } from 'react'
import * as links from '#contract/links.ts'
import type * as LinkScreens from './link-screens.tsx'

type LoadScreen = () => Promise<ComponentType>

/** Public pages by path. Each is loaded before its document is hydrated. */
const screens: Readonly<Record<string, LoadScreen>> = {
  [links.login.path]: async () => (await import('./login-screen.tsx')).LoginScreen,
  [links.signup.path]: connected(
    async () => (await import('../../../features/account/sign-up/page.tsx')).SignUpPage,
    (screens) => screens.SignUpScreen,
  ),
  [links.forgotPassword.path]: connected(
    async () =>
      (await import('../../../features/account/password/forgot-password-page.tsx'))
        .ForgotPasswordPage,
    (screens) => screens.ForgotPasswordScreen,
  ),
  [links.resetPassword.path]: connected(
    async () =>
      (await import('../../../features/account/password/reset-password-page.tsx'))
        .ResetPasswordPage,
    (screens) => screens.ResetPasswordScreen,
  ),
  [links.reset2fa.path]: connected(
    async () => (await import('../../../features/account/recovery/page.tsx')).ResetTwoFactorPage,
    (screens) => screens.ResetTwoFactorScreen,
  ),
  [links.logMeOut.path]: connected(
    async () =>
      (await import('../../../features/account/sessions/log-me-out-page.tsx')).LogMeOutPage,
    (screens) => screens.LogMeOutScreen,
  ),
  [links.recover.path]: connected(
    async () => (await import('../../../features/account/recovery/recover-page.tsx')).RecoverPage,
    (screens) => screens.RecoverScreen,
  ),
  [links.stopRecovery.path]: connected(
    async () =>
      (await import('../../../features/account/lost-device/stop-page.tsx')).StopRecoveryPage,
    (screens) => screens.StopRecoveryScreen,
  ),
  [links.contactPoint.path]: connected(
    async () =>
      (await import('../../../features/account/contact-points/verify-page.tsx')).ContactPointPage,
    (screens) => screens.ContactPointScreen,
  ),
  [links.stepUp.path]: async () => (await import('./step-up-screen.tsx')).StepUpScreen,
  [links.terms.path]: async () =>
    (await import('../../../features/pages/terms/page.tsx')).TermsPage,
  [links.adminLogin.path]: async () => (await import('./admin-login-screen.tsx')).AdminLoginScreen,
  [links.adminSetUp.path]: connected(
    async () =>
      (await import('../../../features/account/sign-up/admin-set-up-page.tsx')).AdminSetUpPage,
    (screens) => screens.AdminSetUpScreen,
  ),
  [links.unauthorized.path]: async () => (await import('./dead-ends.tsx')).Unauthorized,
}

export const publicPaths: readonly string[] = Object.keys(screens)

export async function loadScreen(path: string): Promise<ComponentType> {
  const load = screens[path]
  if (load) return load()
  const { NotFound, NotFoundForAdmins } = await import('./dead-ends.tsx')
  return path.startsWith(`${links.adminArea.path}/`) ? NotFoundForAdmins : NotFound
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
