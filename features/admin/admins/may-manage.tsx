import { permissionsOf } from '#contract/permission.ts'
import { useAdminMe } from '#web/me.ts'
import type { AdminUser } from './contract.ts'

/** Nobody acts on their own account here, or on an admin with more permissions than their own. */
export function useMayManage(): (admin: AdminUser) => boolean {
  const { id, permissions } = useAdminMe()
  return (admin) =>
    admin.id !== id && permissionsOf(admin.roles).every((each) => permissions.includes(each))
}
