import { paths } from './addresses.ts'

/** What the browser runs first of an area behind a login: it brings the rest in, part by part. */
export const begins = {
  partner: 'app/web/partner/begin.ts',
  admin: 'app/web/admin/begin.ts',
} as const

/** The parts that come before the area's own, in their turn. */
export const firstParts = ['app/web/rendering.ts', 'app/web/routing.ts', 'web/api.ts'] as const

/** The bundle of each area. */
export const entries = {
  public: 'app/web/public/main.tsx',
  partner: 'app/web/partner/main.tsx',
  admin: 'app/web/admin/main.tsx',
} as const

export type Area = keyof typeof entries

/** What each page loads besides its area's bundle: named in its HTML, and weighed when it is built. */
export const screens: Readonly<Record<Area, Readonly<Record<string, string | undefined>>>> = {
  public: {
    [paths.login]: undefined,
    [paths.signUp]: 'app/web/public/sign-up-screen.tsx',
    [paths.forgotPassword]: 'app/web/public/forgot-password-screen.tsx',
    [paths.resetPassword]: 'app/web/public/reset-password-screen.tsx',
    [paths.resetTwoFactor]: 'app/web/public/reset-two-factor-screen.tsx',
    [paths.logMeOut]: 'app/web/public/log-me-out-screen.tsx',
    [paths.terms]: 'features/pages/terms/page.tsx',
    [paths.adminLogin]: 'app/web/public/admin-login-screen.tsx',
    [paths.adminSetUp]: 'app/web/public/admin-set-up-screen.tsx',
  },
  partner: {
    [paths.profile]: 'app/web/partner/profile.tsx',
    [paths.security]: 'app/web/security.tsx',
    [paths.help]: 'app/web/partner/help.tsx',
  },
  admin: {
    [paths.auditLogs]: 'app/web/admin/audit-log.tsx',
    [paths.partnerUsers]: 'app/web/admin/partner-users.tsx',
    [paths.adminUsers]: 'app/web/admin/admin-users.tsx',
    [paths.companies]: 'app/web/admin/companies.tsx',
    [paths.invitations]: 'app/web/admin/invitations.tsx',
  },
}
