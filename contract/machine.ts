import type { Permission } from './permission.ts'

/**
 * What a service account may be allowed to do in the admin API, and the permissions that it then has for it. An endpoint
 * is open to service accounts only where its contract names one of these. Without `.read`, it reads, too.
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
} as const satisfies Record<string, readonly Permission[]>

export type MachineScope = keyof typeof machineScopes

export const machineScopeNames = Object.keys(machineScopes) as MachineScope[]

/** The permissions of all scopes together. */
export function permissionsOfScopes(scopes: readonly MachineScope[]): Permission[] {
  return [...new Set<Permission>(scopes.flatMap((scope) => machineScopes[scope]))]
}

export function allowsScope(held: readonly MachineScope[], wanted: MachineScope): boolean {
  return held.some((scope) => scope === wanted || `${scope}.read` === wanted)
}

/** Ids of service accounts; none of a platform is like it. */
export function isServiceAccountId(id: unknown): id is string {
  return typeof id === 'string' && /^svc-[a-z][a-z0-9-]{1,40}$/.test(id)
}
