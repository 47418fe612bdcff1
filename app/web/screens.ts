import * as links from '#contract/links.ts'
import { adminPages } from './admin/pages.ts'
import type { Area, PageRow } from './page-list.ts'
import { partnerPages } from './partner/pages.ts'
import { missingPath } from './public-paths.ts'

/*
 * The files of the browser's code by area and page. The server preloads what a page needs, because pages are loaded
 * lazily. The build finds its entries here, gives each page its messages (tools/one-language.ts) and checks its size
 * (tools/budgets.ts).
 */

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

/**
 * Later parts of pages that are loaded with messages of their own, by area. The key is the name of the messages, as in
 * `lazyPart` (web/lazy.tsx); the value is the module.
 */
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
    '/parts/ask-for-access': 'app/web/access-request.tsx',
    '/parts/recoveries': 'features/company/approvals/panel.tsx',
    '/parts/company-to-do': 'features/company/overview/to-do-panel.tsx',
    '/parts/forbidden': 'app/web/partner/forbidden.tsx',
    '/parts/open-requests': 'features/company/requests/open-requests-panel.tsx',
    '/parts/expiring-invitations': 'features/company/invitations/expiring-panel.tsx',
    '/parts/leave': 'features/company/membership/leave-panel.tsx',
    '/parts/passkeys': 'features/account/passkeys/passkeys.tsx',
    '/parts/step-up': 'web/parts/step-up-ways.tsx',
    '/parts/authenticator': 'features/account/two-factor/authenticator-panel.tsx',
    '/parts/lost-access': 'app/web/lost-access.tsx',
    '/parts/recovery-banner': 'features/account/lost-device/banner-notice.tsx',
  },
  admin: {
    '/parts/bulk': 'features/admin/bulk/panel.tsx',
    '/parts/bulk-indicator': 'features/admin/bulk/indicator-panel.tsx',
    '/parts/delegation': 'features/admin/companies/delegation-panel.tsx',
    '/parts/move': 'features/admin/users/move-dialog.tsx',
    '/parts/forbidden': 'app/web/admin/forbidden.tsx',
    '/parts/palette': 'features/admin/search/panel.tsx',
    '/parts/keys': 'features/admin/search/keys-panel.tsx',
  },
}

const linkScreens = 'app/web/public/link-screens.tsx'
const deadEnds = 'app/web/public/dead-ends.tsx'

const publicPages: readonly PageRow[] = [
  { page: links.login, modules: ['app/web/public/login-screen.tsx'] },
  { page: links.signup, modules: ['features/account/sign-up/page.tsx', linkScreens] },
  {
    page: links.forgotPassword,
    modules: ['features/account/password/forgot-password-page.tsx', linkScreens],
  },
  {
    page: links.resetPassword,
    modules: ['features/account/password/reset-password-page.tsx', linkScreens],
  },
  { page: links.reset2fa, modules: ['features/account/recovery/page.tsx', linkScreens] },
  { page: links.logMeOut, modules: ['features/account/sessions/log-me-out-page.tsx', linkScreens] },
  { page: links.recover, modules: ['features/account/recovery/recover-page.tsx', linkScreens] },
  {
    page: links.stopRecovery,
    modules: ['features/account/lost-device/stop-page.tsx', linkScreens],
  },
  {
    page: links.contactPoint,
    modules: ['features/account/contact-points/verify-page.tsx', linkScreens],
  },
  { page: links.stepUp, modules: ['app/web/public/step-up-screen.tsx'] },
  { page: links.terms, modules: ['features/pages/terms/page.tsx'] },
  { page: links.unauthorized, modules: [deadEnds] },
  { page: links.adminLogin, modules: ['app/web/public/admin-login-screen.tsx'] },
  {
    page: links.adminSetUp,
    modules: ['features/account/sign-up/admin-set-up-page.tsx', linkScreens],
  },
]

/** The modules that each page begins with, by area and by the page's path, which has `{id}` for records. */
export const screens: Readonly<Record<Area, Readonly<Record<string, readonly string[]>>>> = {
  public: { ...modulesOf(publicPages), [missingPath]: [deadEnds] },
  partner: modulesOf(partnerPages),
  admin: modulesOf(adminPages),
}

function modulesOf(pages: readonly PageRow[]): Record<string, readonly string[]> {
  return Object.fromEntries(pages.map(({ page, modules }) => [page.path, modules]))
}
