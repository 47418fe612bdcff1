import { listAdminUsers } from '../../../features/admin/admins/contract.ts'
import { listEntries } from '../../../features/admin/audit-log/contract.ts'
import { listPartners } from '../../../features/admin/companies/contract.ts'
import { listInvitations } from '../../../features/admin/invitations/contract.ts'
import { listPlatforms } from '../../../features/admin/platforms/contract.ts'
import { listUsers } from '../../../features/admin/users/contract.ts'
import { paths } from '../addresses.ts'
import type { MenuItem } from '../menus.ts'

/** A page opens to the admins who may call the endpoint that it shows. */
export const adminMenu: readonly MenuItem[] = [
  {
    text: 'auditLogs',
    icon: 'list',
    target: paths.auditLogs,
    permissions: listEntries.access.adminWithAnyOf,
    group: 'monitor',
    children: [],
  },
  {
    text: 'partnerUsers',
    icon: 'people',
    target: paths.partnerUsers,
    permissions: listUsers.access.adminWithAnyOf,
    group: 'people',
    children: [],
  },
  {
    text: 'invitations',
    icon: 'letter',
    target: paths.invitations,
    permissions: listInvitations.access.adminWithAnyOf,
    group: 'people',
    children: [],
  },
  {
    text: 'companies',
    icon: 'company',
    target: paths.companies,
    permissions: listPartners.access.adminWithAnyOf,
    group: 'people',
    children: [],
  },
  {
    text: 'adminUsers',
    icon: 'key',
    target: paths.adminUsers,
    permissions: listAdminUsers.access.adminWithAnyOf,
    group: 'people',
    children: [],
  },
  {
    text: 'platforms',
    icon: 'platforms',
    target: paths.platforms,
    permissions: listPlatforms.access.adminWithAnyOf,
    group: 'integration',
    children: [],
  },
]
