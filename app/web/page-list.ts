import * as links from '#contract/links.ts'
import type { Page } from '#contract/links.ts'
import type { FrameWord } from './frame-messages.ts'
import type { IconName } from './icon-paths.ts'

export type Area = 'public' | 'partner' | 'admin'

/** One page: its address, the module and component that show it, and its place in the menu. */
export type PageRow = {
  page: Page<string, string>
  /** The module of the screen, then others that the page begins with. Its document preloads them. */
  modules: readonly [string, ...string[]]
  /** The name of the component in the first module; undefined for public pages (app/web/public/screens.tsx). */
  component?: string
  menu?: { group: FrameWord; text: FrameWord; icon: IconName }
}

/** Every page behind a login, in the order of the menu. Router, menu, preloads, messages and budgets are made from it. */
export const partnerPages: readonly PageRow[] = [
  row(links.home, 'app/web/home-screen.tsx', 'HomeScreen', ['account', 'home', 'home']),
  row(links.profile, 'app/web/profile-screen.tsx', 'Profile', [
    'account',
    'personalDetails',
    'person',
  ]),
  row(links.security, 'app/web/security-screen.tsx', 'Security', ['account', 'security', 'shield']),
  ...[
    company(links.companyOverview, 'overview/screen', 'CompanyOverviewPage', ['overview', 'chart']),
    company(links.companyUsers, 'users/screen', 'CompanyUsersPage', ['people', 'people']),
    company(links.companyUser, 'users/user-screen', 'ColleaguePanel'),
    company(links.companyInvitations, 'invitations/screen', 'CompanyInvitationsPage', [
      'invitations',
      'letter',
    ]),
    company(links.inviteColleagues, 'invitations/invite-screen', 'InviteColleaguesPanel'),
    company(links.companyRequests, 'requests/screen', 'RequestsPage', ['requests', 'checks']),
    company(links.companyReview, 'review/screen', 'ReviewPage', ['review', 'approvals']),
    company(links.companyNetworks, 'networks/screen', 'NetworksPage', ['networks', 'globe']),
    company(links.companyActivity, 'activity/screen', 'CompanyActivityPage', ['activity', 'list']),
  ],
  row(links.help, 'app/web/help-screen.tsx', 'HelpScreen', ['support', 'helpCenter', 'help']),
  row(links.join, 'features/company/membership/join-screen.tsx', 'JoinPage'),
]

export const adminPages: readonly PageRow[] = [
  admin(links.overview, 'overview/screen', 'OverviewScreen', ['monitor', 'overview', 'chart']),
  admin(links.auditLog, 'audit-log/screen', 'AuditLogPage', ['monitor', 'auditLogs', 'list']),
  admin(links.compliance, 'compliance/screen', 'CompliancePage', [
    'monitor',
    'compliance',
    'checks',
  ]),
  admin(links.users, 'users/screen', 'PartnerUsersPage', ['people', 'partnerUsers', 'people']),
  admin(links.user, 'users/user-screen', 'PartnerUserPanel'),
  admin(links.invitations, 'invitations/screen', 'InvitationsPage', [
    'people',
    'invitations',
    'letter',
  ]),
  admin(links.invite, 'invitations/invite-screen', 'InvitationPanel'),
  admin(links.undeliveredMails, 'users/undelivered-screen', 'UndeliveredEmails', [
    'people',
    'mails',
    'mails',
  ]),
  admin(links.approvals, 'approvals/screen', 'ApprovalsPage', ['people', 'approvals', 'approvals']),
  admin(links.approval, 'approvals/approval-screen', 'ApprovalPanel'),
  admin(links.companies, 'companies/screen', 'CompaniesPage', ['people', 'companies', 'company']),
  admin(links.newCompany, 'companies/company-screen', 'CompanyPanel'),
  admin(links.company, 'companies/company-screen', 'CompanyPanel'),
  admin(links.admins, 'admins/screen', 'AdminUsersPage', ['people', 'adminUsers', 'key']),
  admin(links.admin, 'admins/admin-screen', 'AdminUserPanel'),
  admin(links.platforms, 'platforms/screen', 'PlatformsPage', [
    'integration',
    'platforms',
    'platforms',
  ]),
  admin(links.newPlatform, 'platforms/platform-screen', 'PlatformPanel'),
  admin(links.platform, 'platforms/platform-screen', 'PlatformPanel'),
  admin(links.apis, 'apis/screen', 'ApisPage', ['integration', 'apis', 'apis']),
  admin(links.newApi, 'apis/api-screen', 'ApiPanel'),
  admin(links.api, 'apis/api-screen', 'ApiPanel'),
  admin(links.webhooks, 'webhooks/screen', 'WebhooksPage', ['integration', 'webhooks', 'webhooks']),
  admin(links.newWebhook, 'webhooks/webhook-screen', 'WebhookPanel'),
  admin(links.webhook, 'webhooks/webhook-screen', 'WebhookPanel'),
  admin(links.serviceAccounts, 'service-accounts/screen', 'ServiceAccountsPage', [
    'integration',
    'serviceAccounts',
    'serviceAccounts',
  ]),
  admin(links.newServiceAccount, 'service-accounts/service-account-screen', 'ServiceAccountPanel'),
  admin(links.serviceAccount, 'service-accounts/service-account-screen', 'ServiceAccountPanel'),
  admin(links.brand, 'brand/screen', 'BrandPage', ['portal', 'brand', 'brand']),
  admin(links.bulkJobs, 'bulk/screen', 'BulkPage'),
  admin(links.bulkJob, 'bulk/screen', 'BulkJobPage'),
  admin(links.testLogin, 'platforms/test-screen', 'TestLoginPage'),
  row(links.adminAccount, 'app/web/admin/account-screen.tsx', 'AdminAccount'),
]

/** Names the document of a path without a page. */
export const missingPath = '/not-found'

const linkScreens = 'app/web/public/link-screens.tsx'
const deadEnds = 'app/web/public/dead-ends.tsx'

export const publicPages: readonly PageRow[] = [
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

/** The modules of each page by area and address pattern. */
export const screens: Readonly<Record<Area, Readonly<Record<string, readonly string[]>>>> = {
  public: { ...modulesOf(publicPages), [missingPath]: [deadEnds] },
  partner: modulesOf(partnerPages),
  admin: modulesOf(adminPages),
}

// @__NO_SIDE_EFFECTS__
function modulesOf(pages: readonly PageRow[]): Record<string, readonly string[]> {
  return Object.fromEntries(pages.map(({ page, modules }) => [page.path, modules]))
}

type MenuPlace = readonly [group: FrameWord, text: FrameWord, icon: IconName]

// @__NO_SIDE_EFFECTS__
function row(page: PageRow['page'], module: string, component: string, menu?: MenuPlace): PageRow {
  const [group, text, icon] = menu ?? []
  const place = group && text && icon && { menu: { group, text, icon } }
  return { page, modules: [module], component, ...place }
}

// @__NO_SIDE_EFFECTS__
function admin(page: PageRow['page'], module: string, component: string, menu?: MenuPlace) {
  return row(page, `features/admin/${module}.tsx`, component, menu)
}

// @__NO_SIDE_EFFECTS__
function company(
  page: PageRow['page'],
  module: string,
  component: string,
  menu?: readonly [text: FrameWord, icon: IconName],
) {
  const place = menu && (['company', ...menu] as const)
  return row(page, `features/company/${module}.tsx`, component, place)
}
