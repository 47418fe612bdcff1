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

/** A page opens to the admins who may call the endpoint that it shows. */
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

/** The entry of the menu that a page without one belongs to. */
export const menuEntryOf: Readonly<Record<string, string>> = {
  [paths.bulk]: paths.partnerUsers,
  [paths.testLogin]: paths.platforms,
}

/** `/admin` leads to the first of these (requirement RT-22): the specification does not know the overview. */
export const specifiedMenu = adminMenu.filter(({ target }) => target !== paths.overview)
