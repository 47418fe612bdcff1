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
