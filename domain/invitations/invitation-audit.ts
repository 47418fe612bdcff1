import type { PlatformRoles } from '../platforms/platform-role.ts'

type RareTerms = {
  accessExpiresAt?: Date | null | undefined
  platformRoles?: PlatformRoles | undefined
}

/** Returns the audit data for terms that most invitations do not have. */
export function optionalAuditData({ accessExpiresAt, platformRoles = [] }: RareTerms): object {
  return {
    ...(accessExpiresAt && { accessExpiresAt }),
    ...(platformRoles.length > 0 && { platformRoles }),
  }
}
