/** Permissions of admins (specification §6). */
export const permissions = [
  'view_admin_audit_log',
  'view_audit_log',
  'manage_regular_user',
  'manage_admin_user',
  'manage_partner',
  'manage_platform',
  'manage_brand',
  'manage_service_account',
  /** To decline requests for two-person approval, and to cancel one's own. */
  'stop_request',
] as const

export type Permission = (typeof permissions)[number]

/** Roles of admins, in display order. */
export const roles = ['auditor', 'support', 'user_admin', 'super_admin'] as const

export type Role = (typeof roles)[number]

/** The permissions of each role (requirement PE-05). */
export const rolePermissions: Readonly<Record<Role, readonly Permission[]>> = {
  auditor: ['view_admin_audit_log', 'view_audit_log'],
  support: ['view_audit_log', 'manage_regular_user', 'manage_partner', 'stop_request'],
  user_admin: ['manage_regular_user', 'manage_admin_user', 'stop_request'],
  super_admin: permissions,
}

/** Returns the combined permissions of the roles, in the order of `permissions`. */
export function permissionsOf(ownRoles: readonly Role[]): Permission[] {
  return permissions.filter((permission) =>
    ownRoles.some((role) => rolePermissions[role].includes(permission)),
  )
}

/** Returns the permissions that the roles give a suspended admin. */
export function permissionsWhileSuspended(ownRoles: readonly Role[]): Permission[] {
  return permissionsOf(ownRoles).filter((permission) => permission === 'stop_request')
}

/** Permissions of a company's administrators within their company. Admins of the portal do not have them. */
export const companyPermissions = [
  'company_owner',
  'company_users',
  'company_security',
  'company_audit',
] as const

export type CompanyPermission = (typeof companyPermissions)[number]

/** Roles of a company's administrators. */
export const companyRoles = ['owner', 'people', 'security', 'auditor'] as const

export type CompanyRole = (typeof companyRoles)[number]

const companyRolePermissions: Readonly<Record<CompanyRole, readonly CompanyPermission[]>> = {
  owner: companyPermissions,
  people: ['company_users'],
  security: ['company_security'],
  auditor: ['company_audit'],
}

/** Returns the combined permissions of the roles, in the order of `companyPermissions`. */
export function companyPermissionsOf(ownRoles: readonly CompanyRole[]): CompanyPermission[] {
  return companyPermissions.filter((permission) =>
    ownRoles.some((role) => companyRolePermissions[role].includes(permission)),
  )
}
