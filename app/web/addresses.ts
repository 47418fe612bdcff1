import { stringifySearch } from './search.ts'

/** Every path of the pages; no other file spells one out. */
export const paths = {
  login: '/login',
  signUp: '/sign-up',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  resetTwoFactor: '/reset-mfa',
  logMeOut: '/log-me-out',
  terms: '/terms-conditions',
  unauthorized: '/unauthorized',
  main: '/main',
  profile: '/main/profile',
  security: '/main/security',
  help: '/main/help',
  noPermission: '/main/no-permission',
  adminLogin: '/admin/login',
  adminSetUp: '/admin/set-up',
  admin: '/admin',
  auditLogs: '/admin/audit-logs',
  partnerUsers: '/admin/users',
  adminUsers: '/admin/admin-users',
  companies: '/admin/companies',
  invitations: '/admin/invitations',
  platforms: '/admin/platforms',
  adminLogout: '/admin/logout',
  adminNoPermission: '/admin/no-permission',
  /** Served by the API: starts the login of admins at the identity provider. */
  authProxyLogin: '/auth-proxy/login',
} as const

/** The pages of the partner area; any other path below /main answers 404. */
export const partnerPaths: readonly string[] = [
  paths.main,
  paths.profile,
  paths.security,
  paths.help,
  paths.noPermission,
]

/** The pages of the admin area; any other path below /admin answers 404. */
export const adminPaths: readonly string[] = [
  paths.admin,
  paths.auditLogs,
  paths.partnerUsers,
  paths.adminUsers,
  paths.companies,
  paths.invitations,
  paths.platforms,
  paths.adminLogout,
  paths.adminNoPermission,
]

/** Query parameter of /forgot-password after the mail was sent. */
export const sentMark = 'sent'

/** Pages that mailed links open: `/x/{token}` is shown as `/x`. */
export const tokenPaths: readonly string[] = [
  paths.signUp,
  paths.resetPassword,
  paths.resetTwoFactor,
  paths.logMeOut,
  paths.adminSetUp,
]

/** Redirects of short paths. */
export const movedPaths: Readonly<Record<string, string>> = {
  '/': paths.login,
  '/signup': paths.signUp,
  '/log-in': paths.login,
}

/** The client's routes by their names in the specification (§2). */
export const addresses = {
  login: (search: { redirect?: string; redirect_url?: string; logged_out?: 'elsewhere' } = {}) =>
    paths.login + stringifySearch(search),
  resetPassword: (search: { redirect_url?: string } = {}) =>
    paths.resetPassword + stringifySearch(search),
  forgotPassword: (search: { redirect_url?: string } = {}) =>
    paths.forgotPassword + stringifySearch(search),
  reset2fa: (search: { redirect_url?: string } = {}) =>
    paths.resetTwoFactor + stringifySearch(search),
  signup: (search: { redirect_url?: string; user?: string } = {}) =>
    paths.signUp + stringifySearch(search),
  unauthorized: () => paths.unauthorized,
  adminLogin: (search: { redirect?: string; redirectURL?: string } = {}) =>
    paths.adminLogin + stringifySearch(search),
  authProxyLogin: (search: { redirectTo: string; fresh?: string }) =>
    paths.authProxyLogin + stringifySearch(search),
}
