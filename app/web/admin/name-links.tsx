import { useMay } from '#web/me.ts'
import { listAdminUsers } from '../../../features/admin/admins/contract.ts'
import { listPartners } from '../../../features/admin/companies/contract.ts'
import { listPlatforms } from '../../../features/admin/platforms/contract.ts'
import { listUsers } from '../../../features/admin/users/contract.ts'
import { paths } from '../addresses.ts'
import { linkToOne } from '../page-links.tsx'

/** Returns links to the pages of users, companies, platforms and admins that the admin may open. */
export function useNameLinks() {
  return {
    ...(useMay(listAdminUsers) && { admin: linkToOne(paths.adminUsers, {}, 'admin') }),
    ...(useMay(listUsers) && { user: linkToOne(paths.partnerUsers, {}, 'user') }),
    ...(useMay(listPartners) && { company: linkToOne(paths.companies, {}, 'company') }),
    ...(useMay(listPlatforms) && { platform: linkToOne(paths.platforms, {}, 'platform') }),
  }
}
