import * as links from '#contract/admin-links.ts'
import { menuMessages as adminUsers } from '../../../features/admin/admins/texts/messages.ts'
import { menuMessages as apis } from '../../../features/admin/apis/texts/messages.ts'
import { menuMessages as approvals } from '../../../features/admin/approvals/texts/messages.ts'
import { menuMessages as auditLogs } from '../../../features/admin/audit-log/texts/messages.ts'
import { menuMessages as brand } from '../../../features/admin/brand/texts/messages.ts'
import { menuMessages as companies } from '../../../features/admin/companies/texts/messages.ts'
import { menuMessages as compliance } from '../../../features/admin/compliance/texts/messages.ts'
import { menuMessages as invitations } from '../../../features/admin/invitations/texts/messages.ts'
import { menuMessages as overview } from '../../../features/admin/overview/texts/messages.ts'
import { menuMessages as platforms } from '../../../features/admin/platforms/texts/messages.ts'
import { menuMessages as serviceAccounts } from '../../../features/admin/service-accounts/texts/messages.ts'
import {
  menuMessages as partnerUsers,
  undeliveredMenuMessages as undeliveredMails,
} from '../../../features/admin/users/texts/messages.ts'
import { menuMessages as webhooks } from '../../../features/admin/webhooks/texts/messages.ts'
import { row, type MenuPlace, type PageRow } from '../page-list.ts'

/** Every page of admins, in the order of the menu. Router, menu, preloads, messages and budgets are made from it. */
export const adminPages: readonly PageRow[] = [
  admin(links.auditLog, 'audit-log/screen', 'AuditLogPage', ['monitor', auditLogs, 'list']),
  admin(links.overview, 'overview/screen', 'OverviewScreen', ['monitor', overview, 'chart']),
  admin(links.compliance, 'compliance/screen', 'CompliancePage', ['monitor', compliance, 'checks']),
  admin(links.users, 'users/screen', 'PartnerUsersPage', ['people', partnerUsers, 'people']),
  admin(links.user, 'users/user-screen', 'PartnerUserPanel'),
  admin(links.invitations, 'invitations/screen', 'InvitationsPage', [
    'people',
    invitations,
    'letter',
  ]),
  admin(links.invite, 'invitations/invite-screen', 'InvitationPanel'),
  admin(links.undeliveredMails, 'users/undelivered-screen', 'UndeliveredEmails', [
    'people',
    undeliveredMails,
    'M4 18V6h16v6M4.5 6.5 12 12.5l7.5-6M4 18h8M15.5 15.5l5 5M20.5 15.5l-5 5',
  ]),
  admin(links.approvals, 'approvals/screen', 'ApprovalsPage', ['people', approvals, 'approvals']),
  admin(links.approval, 'approvals/approval-screen', 'ApprovalPanel'),
  admin(links.companies, 'companies/screen', 'CompaniesPage', ['people', companies, 'company']),
  admin(links.newCompany, 'companies/company-screen', 'CompanyPanel'),
  admin(links.company, 'companies/company-screen', 'CompanyPanel'),
  admin(links.admins, 'admins/screen', 'AdminUsersPage', ['people', adminUsers, 'key']),
  admin(links.admin, 'admins/admin-screen', 'AdminUserPanel'),
  admin(links.platforms, 'platforms/screen', 'PlatformsPage', [
    'integration',
    platforms,
    'platforms',
  ]),
  admin(links.newPlatform, 'platforms/platform-screen', 'PlatformPanel'),
  admin(links.platform, 'platforms/platform-screen', 'PlatformPanel'),
  admin(links.apis, 'apis/screen', 'ApisPage', [
    'integration',
    apis,
    'M9 4.5H7.5V12H5m2.5 0v7.5H9m6-15h1.5V12H19m-2.5 0v7.5H15',
  ]),
  admin(links.newApi, 'apis/api-screen', 'ApiPanel'),
  admin(links.api, 'apis/api-screen', 'ApiPanel'),
  admin(links.webhooks, 'webhooks/screen', 'WebhooksPage', [
    'integration',
    webhooks,
    'M9.2 8.6a3.3 3.3 0 1 1 4.9 1.3M12 8.5l-3.3 6M6.6 13.3a3.3 3.3 0 1 0 3.3 4.2h5M17.4 20.5a3.3 3.3 0 1 0-3-4.8l-2.4-7.2',
  ]),
  admin(links.newWebhook, 'webhooks/webhook-screen', 'WebhookPanel'),
  admin(links.webhook, 'webhooks/webhook-screen', 'WebhookPanel'),
  admin(links.serviceAccounts, 'service-accounts/screen', 'ServiceAccountsPage', [
    'integration',
    serviceAccounts,
    'M7.5 7.5h9v9h-9ZM10 4.5v3m4-3v3m-4 9v3m4-3v3M4.5 10h3m-3 4h3m9-4h3m-3 4h3',
  ]),
  admin(links.newServiceAccount, 'service-accounts/service-account-screen', 'ServiceAccountPanel'),
  admin(links.serviceAccount, 'service-accounts/service-account-screen', 'ServiceAccountPanel'),
  admin(links.brand, 'brand/screen', 'BrandPage', ['portal', brand, 'brand']),
  { ...admin(links.failedLogins, 'incidents/screen', 'IncidentPage'), within: links.overview },
  { ...admin(links.bulkJobs, 'bulk/screen', 'BulkPage'), within: links.users },
  { ...admin(links.bulkJob, 'bulk/screen', 'BulkJobPage'), within: links.users },
  {
    ...admin(links.testLogin, 'platforms/test-screen', 'TestLoginPage'),
    within: links.platforms,
  },
  row(links.adminAccount, 'app/web/admin/account-screen.tsx', 'AdminAccount'),
]

// @__NO_SIDE_EFFECTS__
function admin(page: PageRow['page'], module: string, component: string, menu?: MenuPlace) {
  return row(page, `features/admin/${module}.tsx`, component, menu)
}
