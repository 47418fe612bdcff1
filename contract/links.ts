import { auditSearchNames } from './audit-filters.ts'
import { companyPermissions, type CompanyPermission, type Permission } from './permission.ts'
import { stringifySearch } from './search.ts'
import { userSearchNames } from './user-list.ts'

/** Every page of the portal by name. No other file spells out an address. */

/** Permissions of which any one opens a page; an empty list opens it to everybody. */
type Permissions = readonly (Permission | CompanyPermission)[]

/** The address of one page, with its values filled in. */
export type Link = {
  path: string
  search: Readonly<Record<string, string | undefined>>
  /** The id of a part of the page. */
  hash?: string
  permissions: Permissions
}

type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never

type Values<Path extends string, Name extends string> = Readonly<
  Record<ParameterOf<Path>, string> & Partial<Record<Name, string | undefined>>
>

/** A page: its address pattern, its query parameters, its permissions, and the function that makes links to it. */
export type Page<Path extends string = string, Name extends string = string> = {
  (
    ...values: [ParameterOf<Path>] extends [never] ? [Values<Path, Name>?] : [Values<Path, Name>]
  ): Link
  path: Path
  search: readonly Name[]
  permissions: Permissions
}

const userAdmins = ['manage_regular_user'] as const
const adminAdmins = ['manage_admin_user'] as const
const companyAdmins = ['manage_partner'] as const
const integrations = ['manage_platform'] as const
const audit = ['view_admin_audit_log', 'view_audit_log'] as const
const approvers = [
  'manage_regular_user',
  'manage_partner',
  'manage_platform',
  'manage_admin_user',
] as const
const companyUsersOnly = ['company_users'] as const

// Public pages.
export const login = page('/login', [], ['redirect_url', 'ended', 'redirect', 'logged_out'])
export const signup = page('/sign-up', [], ['redirect_url', 'user'])
export const forgotPassword = page('/forgot-password', [], ['redirect_url', 'redirect'])
export const resetPassword = page('/reset-password', [], ['redirect_url'])
export const reset2fa = page('/reset-mfa', [], ['redirect_url'])
export const logMeOut = page('/log-me-out')
/** Sets password and second factor, by a mailed link. */
export const recover = page('/recover')
/** Stops the replacement of a second factor. */
export const stopRecovery = page('/stop')
export const contactPoint = page('/contact-point')
/** The step-up of a platform's request: `/step-up/{uid}`. */
export const stepUp = page('/step-up')
export const terms = page('/terms-conditions')
export const unauthorized = page('/unauthorized')

// Pages of users.
export const main = page('/main')
export const home = page('/main/home')
export const profile = page('/main/profile', [], ['forbidden_subsystem', 'error_type'])
export const security = page('/main/security')
export const help = page('/main/help')
/** Invitations of companies to a user who has none. */
export const join = page('/main/join')
export const noPermission = page('/main/no-permission')

// Pages of a company's own administrators.
/** Leads to the first page of the company that the user may open. */
export const companyArea = page('/main/company')
export const companyOverview = page('/main/company/overview', companyPermissions)
export const companyUsers = page('/main/company/users', companyUsersOnly, userSearchNames)
export const companyUser = page('/main/company/users/{id}', companyUsersOnly)
export const companyInvitations = page('/main/company/invitations', companyUsersOnly, [
  'q',
  'state',
  'sort',
])
export const inviteColleagues = page('/main/company/invitations/new', companyUsersOnly)
export const companyRequests = page('/main/company/requests', companyUsersOnly, [
  'q',
  'state',
  'sort',
  'approval',
])
export const companyReview = page('/main/company/review', companyUsersOnly, ['q', 'state', 'sort'])
export const companyNetworks = page('/main/company/networks', ['company_security'])
export const companyActivity = page(
  '/main/company/activity',
  ['company_audit'],
  ['q', 'kind', 'user', 'startDate', 'endDate'],
)

// Pages of admins.
export const adminLogin = page('/admin/login', [], ['ended', 'redirect', 'redirectURL'])
export const adminSetUp = page('/admin/set-up')
export const adminArea = page('/admin')
export const overview = page('/admin/overview', audit, ['range'])
export const auditLog = page('/admin/audit-logs', audit, auditSearchNames)
export const compliance = page('/admin/compliance', ['view_admin_audit_log'], ['standard', 'state'])
export const users = page('/admin/users', userAdmins, userSearchNames)
export const user = page('/admin/users/{id}', userAdmins, ['tab', 'period'])
export const invitations = page('/admin/invitations', userAdmins, [
  'q',
  'state',
  'company',
  'olderThan',
  'expiresWithin',
  'sort',
])
/** `replaces` is the id of an invitation whose email was not delivered, and `q` its address. */
export const invite = page('/admin/invitations/new', userAdmins, ['company', 'replaces', 'q'])
export const undeliveredMails = page('/admin/undelivered-emails', userAdmins, [
  'q',
  'kind',
  'state',
  'company',
  'sort',
])
export const approvals = page('/admin/approvals', approvers, [
  'q',
  'state',
  'kind',
  'decider',
  'sort',
])
export const approval = page('/admin/approvals/{id}', approvers)
export const companies = page('/admin/companies', companyAdmins, [
  'q',
  'state',
  'platform',
  'missing',
  'delegated',
  'noLoginFor',
  'sort',
])
export const newCompany = page('/admin/companies/new', companyAdmins)
export const company = page('/admin/companies/{id}', companyAdmins, ['tab', 'period'])
export const admins = page('/admin/admin-users', adminAdmins, [
  'q',
  'role',
  'status',
  'secondFactor',
  'view',
  'form',
  'sort',
])
export const admin = page('/admin/admin-users/{id}', adminAdmins, ['tab'])
export const platforms = page('/admin/platforms', integrations, ['q', 'notices', 'sort'])
export const newPlatform = page('/admin/platforms/new', integrations)
export const platform = page('/admin/platforms/{id}', integrations, ['tab'])
export const apis = page('/admin/apis', integrations)
export const newApi = page('/admin/apis/new', integrations)
export const api = page('/admin/apis/{id}', integrations)
export const webhooks = page('/admin/webhooks', integrations)
export const newWebhook = page('/admin/webhooks/new', integrations)
export const webhook = page('/admin/webhooks/{id}', integrations, ['tab', 'state'])
export const serviceAccounts = page(
  '/admin/service-accounts',
  ['manage_service_account'],
  ['q', 'state', 'sort'],
)
export const newServiceAccount = page('/admin/service-accounts/new', ['manage_service_account'])
export const serviceAccount = page('/admin/service-accounts/{id}', ['manage_service_account'])
export const bulkJobs = page('/admin/bulk', userAdmins)
export const bulkJob = page('/admin/bulk/{id}', userAdmins)
export const brand = page('/admin/brand', ['manage_brand'])
export const testLogin = page('/admin/test-login', integrations, [
  'platform',
  'state',
  'code',
  'error',
  'error_description',
])
export const adminAccount = page('/admin/account')
export const adminLogout = page('/admin/logout')
export const adminNoPermission = page('/admin/no-permission')
/** A frame within the page of the brand. */
export const brandPreview = page('/admin/brand/preview', ['manage_brand'])
/** The start of a login at the admins' identity provider, which the API serves. */
export const authProxyLogin = page('/auth-proxy/login', [], ['redirectTo', 'fresh'])

/** Returns the address of a link as a path with its query and its fragment. */
export function hrefOf({ path, search, hash }: Link): string {
  return path + stringifySearch(search) + (hash === undefined ? '' : `#${hash}`)
}

/** Returns a link to a part of a page. */
export function partOf(link: Link, hash: string): Link {
  return { ...link, hash }
}

/** Returns true if `held` contains one of the needed permissions, or none is needed. */
export function isPermitted(needed: readonly string[], held: readonly string[]): boolean {
  return needed.length === 0 || needed.some((permission) => held.includes(permission))
}

/** Declares a page. Parameters stand in braces in its path: `/admin/users/{id}`. */
// @__NO_SIDE_EFFECTS__
function page<const Path extends string, const Name extends string = never>(
  path: Path,
  permissions: Permissions = [],
  search: readonly Name[] = [],
): Page<Path, Name> {
  const link = (values: Readonly<Record<string, string | undefined>> = {}): Link => ({
    path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(values[name] ?? ''),
    ),
    search: Object.fromEntries(search.map((name) => [name, values[name]])),
    permissions,
  })
  return Object.assign(link, { path, search, permissions }) as Page<Path, Name>
}
