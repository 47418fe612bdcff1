import { listAdminUsers } from '../../../features/admin/admins/contract.ts'
import { listApprovals } from '../../../features/admin/approvals/contract.ts'
import { listApis } from '../../../features/admin/apis/list-contract.ts'
import { listEntries } from '../../../features/admin/audit-log/contract.ts'
import { getBrand } from '../../../features/admin/brand/contract.ts'
import { getOverview } from '../../../features/admin/overview/contract.ts'
import { listPartners } from '../../../features/admin/companies/contract.ts'
import { listRequirements } from '../../../features/admin/compliance/contract.ts'
import { listInvitations } from '../../../features/admin/invitations/contract.ts'
import { listPlatforms } from '../../../features/admin/platforms/contract.ts'
import { listServiceAccounts } from '../../../features/admin/service-accounts/list-contract.ts'
import { listUsers } from '../../../features/admin/users/contract.ts'
import { listUndelivered } from '../../../features/admin/users/undelivered-contract.ts'
import { listWebhooks } from '../../../features/admin/webhooks/contract.ts'
import { paths } from '../addresses.ts'
import { menuItem, type MenuItem } from '../menus.ts'

/** Menu entries with the endpoint of each page: the page opens to admins who may call that endpoint. */
const pages = [
  ['monitor', 'overview', 'chart', paths.overview, getOverview],
  ['monitor', 'auditLogs', 'list', paths.auditLogs, listEntries],
  ['monitor', 'compliance', 'checks', paths.compliance, listRequirements],
  ['people', 'partnerUsers', 'people', paths.partnerUsers, listUsers],
  ['people', 'invitations', 'letter', paths.invitations, listInvitations],
  ['people', 'mails', 'mails', paths.mails, listUndelivered],
  ['people', 'approvals', 'approvals', paths.approvals, listApprovals],
  ['people', 'companies', 'company', paths.companies, listPartners],
  ['people', 'adminUsers', 'key', paths.adminUsers, listAdminUsers],
  ['integration', 'platforms', 'platforms', paths.platforms, listPlatforms],
  ['integration', 'apis', 'apis', paths.apis, listApis],
  ['integration', 'webhooks', 'webhooks', paths.webhooks, listWebhooks],
  ['integration', 'serviceAccounts', 'serviceAccounts', paths.serviceAccounts, listServiceAccounts],
  ['portal', 'brand', 'brand', paths.brand, getBrand],
] as const

export const adminMenu: readonly MenuItem[] = pages.map(([group, text, icon, target, { access }]) =>
  menuItem(group, text, icon, target, access.adminWithAnyOf),
)

/** Menu entry to highlight for a page without its own entry, by path. */
export const menuEntryOf: Readonly<Record<string, string>> = {
  [paths.bulk]: paths.partnerUsers,
  [paths.testLogin]: paths.platforms,
}

/**
 * The menu of the specification, which does not know the overview. `/admin` leads to its first permitted page
 * (requirement RT-22).
 */
export const specifiedMenu = adminMenu.filter(({ target }) => target !== paths.overview)
