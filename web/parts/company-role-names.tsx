import type { CompanyRole } from '#contract/permission.ts'
import { formatList } from '#contract/text.ts'
import { companyRoleMessages } from '#contract/texts/messages.ts'
import { useLocale, useMessages } from '../locale.ts'
import { CutText } from '../ui/cut-text.tsx'
import { userListMessages } from './texts/messages.ts'

/** The roles of a user in their company, as a cell of a list. Without a role, the cell is empty to the eye. */
export function CompanyRoleNames({ roles }: { roles: readonly CompanyRole[] }) {
  const { locale } = useLocale()
  const { noRoles } = useMessages(userListMessages)
  const roleNames = useMessages(companyRoleMessages)
  if (roles.length === 0) return <span className="visually-hidden">{noRoles}</span>
  const names = roles.map((role) => roleNames[role])
  return <CutText>{formatList(names, locale)}</CutText>
}
