import type { Locale } from '#contract/locale.ts'
import { nameOfRole } from '#contract/platform-role.ts'
import { companyRoleMessages } from '#contract/texts/messages.ts'
import type { ReviewItem } from './contract.ts'

type Roles = Pick<ReviewItem, 'companyRoles' | 'platformRoles'>

/** Returns the names of the roles in the company if the item is the account, otherwise of the roles on the platform. */
export function roleNamesOf({ companyRoles, platformRoles }: Roles, locale: Locale): string[] {
  return [
    ...companyRoles.map((role) => companyRoleMessages[locale][role]),
    ...platformRoles.map((role) => nameOfRole(role, locale)),
  ]
}
