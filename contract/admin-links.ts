import { page } from './links.ts'

/** The pages of admins by name. */

const manageUsers = ['manage_regular_user'] as const
const manageAdmins = ['manage_admin_user'] as const
const manageCompanies = ['manage_partner'] as const
const managePlatforms = ['manage_platform'] as const
const manageServiceAccounts = ['manage_service_account'] as const
const readAudit = ['view_admin_audit_log', 'view_audit_log'] as const
const stopRequests = ['stop_request'] as const

export const overview = page('/admin/overview?range', readAudit)
export const failedLogins = page('/admin/failed-logins?from&to', readAudit)
export const auditLog = page(
  '/admin/audit-logs?startDate&endDate&range&action&user&ipAddress&subSystem&requestId&company&own&q&zone&entry&cursor',
  readAudit,
)
export const compliance = page('/admin/compliance?standard&state', ['view_admin_audit_log'])
export const users = page(
  '/admin/users?q&deactivated&company&platform&status&secondFactor&lastLoginBefore&language&sort',
  manageUsers,
)
export const user = page('/admin/users/{id}?tab&period', manageUsers)
export const invitations = page(
  '/admin/invitations?q&state&company&olderThan&expiresWithin&sort',
  manageUsers,
)
/** `replaces` is the id of an invitation whose email was not delivered, and `q` the invited email address. */
export const invite = page('/admin/invitations/new?company&replaces&q', manageUsers)
export const undeliveredMails = page(
  '/admin/undelivered-emails?q&kind&state&company&sort',
  manageUsers,
)
export const approvals = page('/admin/approvals?q&state&kind&decider&sort', stopRequests)
export const approval = page('/admin/approvals/{id}', stopRequests)
export const companies = page(
  '/admin/companies?q&state&platform&missing&delegated&noLoginFor&sort',
  manageCompanies,
)
export const newCompany = page('/admin/companies/new', manageCompanies)
export const company = page('/admin/companies/{id}?tab&period', manageCompanies)
export const admins = page(
  '/admin/admin-users?q&role&status&secondFactor&view&form&sort',
  manageAdmins,
)
export const admin = page('/admin/admin-users/{id}?tab', manageAdmins)
export const platforms = page('/admin/platforms?q&notices&sort', managePlatforms)
export const newPlatform = page('/admin/platforms/new', managePlatforms)
export const platform = page('/admin/platforms/{id}?tab', managePlatforms)
export const apis = page('/admin/apis', managePlatforms)
export const newApi = page('/admin/apis/new', managePlatforms)
export const api = page('/admin/apis/{id}', managePlatforms)
export const webhooks = page('/admin/webhooks', managePlatforms)
export const newWebhook = page('/admin/webhooks/new', managePlatforms)
export const webhook = page('/admin/webhooks/{id}?tab&state', managePlatforms)
export const serviceAccounts = page('/admin/service-accounts?q&state&sort', manageServiceAccounts)
export const newServiceAccount = page('/admin/service-accounts/new', manageServiceAccounts)
export const serviceAccount = page('/admin/service-accounts/{id}', manageServiceAccounts)
export const bulkJobs = page('/admin/bulk', manageUsers)
export const bulkJob = page('/admin/bulk/{id}?tab', manageUsers)
export const brand = page('/admin/brand', ['manage_brand'])
export const testLogin = page(
  '/admin/test-login?platform&state&code&error&error_description',
  managePlatforms,
)
export const adminAccount = page('/admin/account')
export const adminLogout = page('/admin/logout')
export const adminNoPermission = page('/admin/no-permission')
/** A frame within the page of the brand. */
export const brandPreview = page('/admin/brand/preview', ['manage_brand'])
