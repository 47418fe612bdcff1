import type { ComponentType } from 'react'
import { paths } from '../addresses.ts'
import { NotFound, Unauthorized } from './dead-ends.tsx'

type LoadScreen = () => Promise<ComponentType>

/** Every public page; each is fetched before its document is hydrated. */
const screens: Readonly<Record<string, LoadScreen>> = {
  [paths.login]: async () => (await import('./login-screen.tsx')).LoginScreen,
  [paths.signUp]: async () => (await import('./sign-up-screen.tsx')).SignUpScreen,
  [paths.forgotPassword]: async () => (await import('./password-screens.tsx')).ForgotPasswordScreen,
  [paths.resetPassword]: async () => (await import('./password-screens.tsx')).ResetPasswordScreen,
  [paths.resetTwoFactor]: async () =>
    (await import('./reset-two-factor-screen.tsx')).ResetTwoFactorScreen,
  [paths.logMeOut]: async () => (await import('./log-me-out-screen.tsx')).LogMeOutScreen,
  [paths.terms]: async () => (await import('../../../features/pages/terms/page.tsx')).TermsPage,
  [paths.adminLogin]: async () => (await import('./admin-login-screen.tsx')).AdminLoginScreen,
  [paths.adminSetUp]: async () => (await import('./admin-set-up-screen.tsx')).AdminSetUpScreen,
  [paths.unauthorized]: () => Promise.resolve(Unauthorized),
}

export const publicPaths: readonly string[] = Object.keys(screens)

export function loadScreen(path: string): Promise<ComponentType> {
  return screens[path]?.() ?? Promise.resolve(NotFound)
}
