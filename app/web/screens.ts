import { missingPath, paths } from './addresses.ts'

/** Entry script of each area. */
export const entries = {
  public: 'app/web/public/main.ts',
  partner: 'app/web/partner/main.ts',
  admin: 'app/web/admin/main.ts',
} as const

/** Scripts that the entry of an area imports while it starts. */
export const entryImports: Readonly<Record<Area, readonly string[]>> = {
  public: ['app/web/public/hydrate.tsx'],
  partner: ['app/web/partner/start.tsx'],
  admin: ['app/web/admin/start.tsx'],
}

/** First style sheets of every page; the order of the cascade depends on them. */
export const baseStyles = { theme: 'web/theme.css', base: 'web/ui/base.css' } as const

/** Script and style sheet of the documentation for developers, which the server renders without React. */
export const developers = {
  script: 'app/web/developers/main.ts',
  style: 'app/web/developers/developers.css',
} as const

export const icon = 'app/web/favicon.svg'

export type Area = keyof typeof entries

const linkScreens = 'app/web/public/link-screens.tsx'

/**
 * Scripts that each page loads besides the entry of its area: first the one with its messages, then what else it starts
 * with. Its document preloads them.
 */
export const screens: Readonly<Record<Area, Readonly<Record<string, readonly string[]>>>> = {
  public: {
    [paths.login]: ['app/web/public/login-screen.tsx'],
    [paths.signUp]: ['features/account/sign-up/page.tsx', linkScreens],
    [paths.forgotPassword]: ['features/account/password/forgot-password-page.tsx', linkScreens],
    [paths.resetPassword]: ['features/account/password/reset-password-page.tsx', linkScreens],
    [paths.resetTwoFactor]: ['features/account/recovery/page.tsx', linkScreens],
    [paths.logMeOut]: ['features/account/sessions/log-me-out-page.tsx', linkScreens],
    [paths.recover]: ['features/account/recovery/recover-page.tsx', linkScreens],
    [paths.stopRecovery]: ['features/account/lost-device/stop-page.tsx', linkScreens],
    [paths.contactPoint]: ['features/account/contact-points/verify-page.tsx', linkScreens],
    [paths.stepUp]: ['app/web/public/step-up-screen.tsx'],
    [paths.terms]: ['features/pages/terms/page.tsx'],
    [paths.unauthorized]: ['app/web/public/dead-ends.tsx'],
    [missingPath]: ['app/web/public/dead-ends.tsx'],
    [paths.adminLogin]: ['app/web/public/admin-login-screen.tsx'],
    [paths.adminSetUp]: ['features/account/sign-up/admin-set-up-page.tsx', linkScreens],
  },
  partner: {
    [paths.home]: ['app/web/home.tsx'],
    [paths.profile]: ['app/web/profile.tsx'],
    [paths.security]: ['app/web/security.tsx'],
    [paths.help]: ['features/pages/help/page.tsx'],
    [paths.companyOverview]: ['app/web/company/overview.tsx'],
    [paths.companyUsers]: ['app/web/company/users.tsx'],
    [paths.companyInvitations]: ['app/web/company/invitations.tsx'],
    [paths.companyRequests]: ['app/web/company/requests.tsx'],
    [paths.companyReview]: ['app/web/company/review.tsx'],
    [paths.companyNetworks]: ['features/company/networks/page.tsx'],
    [paths.companyActivity]: ['app/web/company/activity.tsx'],
    [paths.join]: ['app/web/company/join.tsx'],
  },
  admin: {
    [paths.overview]: ['app/web/admin/overview.tsx'],
    [paths.auditLogs]: ['features/admin/audit-log/page.tsx'],
    [paths.compliance]: ['features/admin/compliance/page.tsx'],
    [paths.brand]: ['features/admin/brand/page.tsx'],
    [paths.partnerUsers]: ['features/admin/users/page.tsx'],
    [paths.adminUsers]: ['features/admin/admins/page.tsx'],
    [paths.companies]: ['features/admin/companies/page.tsx'],
    [paths.mails]: ['features/admin/users/undelivered-panel.tsx'],
    [paths.approvals]: ['features/admin/approvals/page.tsx'],
    [paths.invitations]: ['features/admin/invitations/page.tsx'],
    [paths.platforms]: ['features/admin/platforms/page.tsx'],
    [paths.webhooks]: ['features/admin/webhooks/page.tsx'],
    [paths.apis]: ['features/admin/apis/page.tsx'],
    [paths.serviceAccounts]: ['features/admin/service-accounts/page.tsx'],
    [paths.bulk]: ['features/admin/bulk/page.tsx'],
    [paths.testLogin]: ['features/admin/platforms/test-page.tsx'],
    [paths.adminAccount]: ['app/web/admin/account.tsx'],
  },
}

/** Parts of pages that are loaded later, with messages of their own (web/lazy.tsx `lazyPart`). */
export const parts: Readonly<Record<Area, Readonly<Record<string, string>>>> = {
  public: {
    '/parts/two-factor': 'features/account/two-factor/page.tsx',
    '/parts/joining': 'app/web/public/joining-steps.tsx',
    '/parts/lost-device': 'features/account/lost-device/ask-page.tsx',
    '/parts/passkey-offer': 'app/web/public/passkey-offer.tsx',
    '/parts/sandbox': 'features/platforms/sandbox/page.tsx',
    '/parts/session-end': 'app/web/public/session-end-notice.tsx',
    '/parts/platform-access': 'app/web/platform-access-notice.tsx',
  },
  partner: {
    '/parts/platform-access': 'app/web/platform-access-notice.tsx',
    '/parts/ask-for-access': 'features/company/requests/ask-panel.tsx',
    '/parts/leave': 'features/company/membership/leave-panel.tsx',
    '/parts/passkeys': 'features/account/passkeys/passkeys.tsx',
    '/parts/step-up': 'web/ui/step-up-ways.tsx',
    '/parts/authenticator': 'features/account/two-factor/authenticator-panel.tsx',
    '/parts/lost-access': 'app/web/lost-access.tsx',
    '/parts/recovery-banner': 'features/account/lost-device/banner-notice.tsx',
  },
  admin: {
    '/parts/bulk': 'features/admin/bulk/panel.tsx',
    '/parts/bulk-indicator': 'features/admin/bulk/indicator-panel.tsx',
    '/parts/delegation': 'features/admin/companies/delegation-panel.tsx',
    '/parts/move': 'features/admin/users/move-dialog.tsx',
    '/parts/palette': 'features/admin/search/panel.tsx',
    '/parts/keys': 'features/admin/search/keys-panel.tsx',
  },
}
