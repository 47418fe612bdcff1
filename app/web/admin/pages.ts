import * as links from '#contract/admin-links.ts'
import { row, type MenuPlace, type PageRow } from '../page-list.ts'

/** Every page of admins, in the order of the menu. Router, menu, preloads, messages and budgets are made from it. */
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
