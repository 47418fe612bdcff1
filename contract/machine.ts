import type { Permission } from './permission.ts'

/**
 * Scopes of service accounts in the admin API, with the permissions that each confers. A service account can call only
 * endpoints whose contract names a scope. A scope without `.read` includes its `.read` variant.
 */
const machineScopes = {
  'admin:users.read': ['manage_regular_user'],
  'admin:users': ['manage_regular_user'],
  'admin:invitations.read': ['manage_regular_user'],
  'admin:invitations': ['manage_regular_user'],
  'admin:companies.read': ['manage_partner'],
  'admin:companies': ['manage_partner'],
  'admin:platforms.read': ['manage_platform'],
  'admin:audit.read': ['view_admin_audit_log', 'view_audit_log'],
  // No permission, because the scope opens only calls of its own.
  'admin:configuration': [],
} as const satisfies Record<string, readonly Permission[]>

export type MachineScope = keyof typeof machineScopes

export const machineScopeNames = Object.keys(machineScopes) as MachineScope[]

/** Returns the permissions of all scopes combined. */
export function permissionsOfScopes(scopes: readonly MachineScope[]): Permission[] {
  return [...new Set<Permission>(scopes.flatMap((scope) => machineScopes[scope]))]
}

/** Returns true if the scopes include the required one, or the scope of which it is the `.read` variant. */
export function allowsScope(scopes: readonly MachineScope[], required: MachineScope): boolean {
  return scopes.some((scope) => scope === required || `${scope}.read` === required)
}

/** Returns true for the id of a service account. No platform has an id of this form. */
export function isServiceAccountId(id: unknown): id is string {
  return typeof id === 'string' && /^svc-[a-z][a-z0-9-]{1,40}$/.test(id)
}
