import { permissionsOf } from '#contract/permission.ts'
import { useAdminMe } from '#web/me.ts'
import type { AdminUser } from './contract.ts'

/** Returns a function that is true for other admins with no more permissions than the current admin. */
export function useMayManage(): (admin: AdminUser) => boolean {
  const { id, permissions } = useAdminMe()
  return (admin) =>
    admin.id !== id && permissionsOf(admin.roles).every((each) => permissions.includes(each))
}
