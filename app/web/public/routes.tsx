import { movedPaths, paths } from '../addresses.ts'
import { NotFound, Unauthorized } from './dead-ends.tsx'
import { LoginScreen } from './login-screen.tsx'
import { atOnce, later, type Screen } from './screen.tsx'

/** Every page of those who are not logged in. */
export const routes: Readonly<Record<string, Screen>> = {
  [paths.login]: atOnce(LoginScreen),
  [paths.signUp]: later(async () => (await import('./sign-up-screen.tsx')).SignUpScreen),
  [paths.forgotPassword]: later(
    async () => (await import('./forgot-password-screen.tsx')).ForgotPasswordScreen,
  ),
  [paths.resetPassword]: later(
    async () => (await import('./reset-password-screen.tsx')).ResetPasswordScreen,
  ),
  [paths.resetTwoFactor]: later(
    async () => (await import('./reset-two-factor-screen.tsx')).ResetTwoFactorScreen,
  ),
  [paths.logMeOut]: later(async () => (await import('./log-me-out-screen.tsx')).LogMeOutScreen),
  [paths.terms]: later(
    async () => (await import('../../../features/pages/terms/page.tsx')).TermsPage,
  ),
  [paths.adminLogin]: later(
    async () => (await import('./admin-login-screen.tsx')).AdminLoginScreen,
  ),
  [paths.adminSetUp]: later(
    async () => (await import('./admin-set-up-screen.tsx')).AdminSetUpScreen,
  ),
  [paths.unauthorized]: atOnce(Unauthorized),
}

const missing = atOnce(NotFound)

export function screenAt(path: string): Screen {
  return routes[movedPaths[path] ?? path] ?? missing
}
