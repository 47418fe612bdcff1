import { stringifySearch } from './search.ts'

/** Paths of all pages. No other file spells one out. */
export const paths = {
  login: '/login',
  signUp: '/sign-up',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  resetTwoFactor: '/reset-mfa',
  logMeOut: '/log-me-out',
  /** Sets a new password and second factor, from a mailed link. */
  recover: '/recover',
  /** Stops the replacement of a second factor. */
  stopRecovery: '/stop',
  contactPoint: '/contact-point',
  /** `/step-up/{uid}` of a platform's request. */
  stepUp: '/step-up',
  terms: '/terms-conditions',
  unauthorized: '/unauthorized',
  main: '/main',
  home: '/main/home',
  profile: '/main/profile',
  security: '/main/security',
  help: '/main/help',
  /** Leads to the first page of the company that the user may open. */
  company: '/main/company',
  companyOverview: '/main/company/overview',
  companyUsers: '/main/company/users',
  companyInvitations: '/main/company/invitations',
  companyRequests: '/main/company/requests',
  companyReview: '/main/company/review',
  companyNetworks: '/main/company/networks',
  companyActivity: '/main/company/activity',
  /** Invitations of companies to a user without a company. */
  join: '/main/join',
  noPermission: '/main/no-permission',
  adminLogin: '/admin/login',
  adminSetUp: '/admin/set-up',
  admin: '/admin',
  overview: '/admin/overview',
  auditLogs: '/admin/audit-logs',
  compliance: '/admin/compliance',
  partnerUsers: '/admin/users',
  adminUsers: '/admin/admin-users',
  companies: '/admin/companies',
  invitations: '/admin/invitations',
  mails: '/admin/undelivered-emails',
  approvals: '/admin/approvals',
  platforms: '/admin/platforms',
  apis: '/admin/apis',
  webhooks: '/admin/webhooks',
  serviceAccounts: '/admin/service-accounts',
  bulk: '/admin/bulk',
  brand: '/admin/brand',
  testLogin: '/admin/test-login',
  adminAccount: '/admin/account',
  adminLogout: '/admin/logout',
  adminNoPermission: '/admin/no-permission',
  /** Served by app/brand-preview.ts, in a frame. */
  brandPreview: '/admin/brand/preview',
  /** Served by the API: starts the login of admins at the identity provider. */
  authProxyLogin: '/auth-proxy/login',
} as const

/** Returns a path without trailing slashes, in linear time. */
export function withoutSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

/** Paths of the pages of the partner area; any other path below /main answers 404. */
export const partnerPaths = pathsBelow(paths.main)

/** Paths of the pages of the admin area; any other path below /admin answers 404. */
export const adminPaths = pathsBelow(paths.admin).filter(
  (path) => ![paths.adminLogin, paths.adminSetUp, paths.brandPreview].some((each) => each === path),
)

/** Name of the document for paths without a page. */
export const missingPath = '/not-found'

/** Query parameter of /forgot-password after the mail was sent. */
export const sentMark = 'sent'

/** Pages of mailed links: `/x/{token}` is shown as `/x`. */
export const tokenPaths: readonly string[] = [
  paths.signUp,
  paths.resetPassword,
  paths.resetTwoFactor,
  paths.logMeOut,
  paths.recover,
  paths.stopRecovery,
  paths.contactPoint,
  paths.stepUp,
  paths.adminSetUp,
]

/** Redirects from short paths. */
export const movedPaths: Readonly<Record<string, string>> = {
  '/': paths.login,
  '/signup': paths.signUp,
  '/log-in': paths.login,
}

type RedirectUrl = { redirect_url?: string }
/** The reason the session ended (contract/session.ts). */
type Ended = { ended?: string }

/** The client's routes by their names in the specification (§2). */
export const addresses = {
  login: withSearch<RedirectUrl & Ended & { redirect?: string; logged_out?: 'elsewhere' }>(
    paths.login,
  ),
  resetPassword: withSearch<RedirectUrl>(paths.resetPassword),
  forgotPassword: withSearch<RedirectUrl & { redirect?: string }>(paths.forgotPassword),
  reset2fa: withSearch<RedirectUrl>(paths.resetTwoFactor),
  signup: withSearch<RedirectUrl & { user?: string }>(paths.signUp),
  unauthorized: withSearch(paths.unauthorized),
  adminLogin: withSearch<Ended & { redirect?: string; redirectURL?: string }>(paths.adminLogin),
  authProxyLogin: withSearch<{ redirectTo?: string; fresh?: string }>(paths.authProxyLogin),
}

function pathsBelow(base: string): string[] {
  return Object.values(paths).filter((path) => path === base || path.startsWith(`${base}/`))
}

function withSearch<Search extends Record<string, string> = Record<never, string>>(path: string) {
  return (search: Partial<Search> = {}) => path + stringifySearch(search)
}

/** Placeholder for a platform's id: opens the form for a new platform. No platform id is a digit. */
export const newPlatform = '0'

/** Placeholder for a webhook's id: opens the form for a new webhook. */
export const newWebhook = 'new'
/** Placeholder for a service account's id, which begins with svc-: opens the form for a new one. */
export const newServiceAccount = 'new'
/** Placeholder for the client id of an API, which begins with api-: opens the form for a new one. */
export const newApi = 'new'
