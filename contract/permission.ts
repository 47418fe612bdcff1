/** What a person may be allowed to do (specification §6). */
export const permissions = [
  'view_admin_audit_log',
  'view_audit_log',
  'manage_regular_user',
  'manage_admin_user',
  'manage_partner',
  'manage_platform',
] as const

export type Permission = (typeof permissions)[number]

/** What an admin is, from the least to the most that she may do. */
export const roles = ['auditor', 'support', 'user_admin', 'super_admin'] as const

export type Role = (typeof roles)[number]

/** What each role allows (requirement PE-05). */
export const rolePermissions: Readonly<Record<Role, readonly Permission[]>> = {
  auditor: ['view_admin_audit_log', 'view_audit_log'],
  support: ['view_audit_log', 'manage_regular_user', 'manage_partner'],
  user_admin: ['manage_regular_user', 'manage_admin_user'],
  super_admin: permissions,
}

/** All that somebody with these roles may do, in the order of the list above. */
export function permissionsOf(held: readonly Role[]): Permission[] {
  return permissions.filter((permission) =>
    held.some((role) => rolePermissions[role].includes(permission)),
  )
}
