/** Every address of the browser. Nothing else spells one out. */

type Search = Readonly<Record<string, string | undefined>>

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
  /** Of the server: where the company's identity provider logs admins in. */
  authProxyLogin: '/auth-proxy/login',
} as const

/** The pages of the partner area: any other path below /main does not exist. */
export const partnerPaths: readonly string[] = [
  paths.main,
  paths.profile,
  paths.security,
  paths.help,
  paths.noPermission,
]

/** The pages of the admin area: any other path below /admin does not exist. */
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

/** Said by the forgotten password's page when its mail is on the way. */
export const sentMark = 'sent'

/** Pages to which a mailed link leads: `/x/{token}` is shown as `/x`. */
export const tokenPaths: readonly string[] = [
  paths.signUp,
  paths.resetPassword,
  paths.resetTwoFactor,
  paths.logMeOut,
  paths.adminSetUp,
]

/** Short ways: where each of them leads to. */
export const movedPaths: Readonly<Record<string, string>> = {
  '/': paths.login,
  '/signup': paths.signUp,
  '/log-in': paths.login,
}

/** The client's routes by their names in the specification (§2). */
export const addresses = {
  login: (search: { redirect?: string; redirect_url?: string; logged_out?: 'elsewhere' } = {}) =>
    paths.login + query(search),
  resetPassword: (search: { redirect_url?: string } = {}) => paths.resetPassword + query(search),
  forgotPassword: (search: { redirect_url?: string } = {}) => paths.forgotPassword + query(search),
  reset2fa: (search: { redirect_url?: string } = {}) => paths.resetTwoFactor + query(search),
  signup: (search: { redirect_url?: string; user?: string } = {}) => paths.signUp + query(search),
  unauthorized: () => paths.unauthorized,
  adminLogin: (search: { redirect?: string; redirectURL?: string } = {}) =>
    paths.adminLogin + query(search),
  authProxyLogin: (search: { redirectTo: string; fresh?: string }) =>
    paths.authProxyLogin + query(search),
}

function query(search: Search): string {
  const given = Object.entries(search).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
}
