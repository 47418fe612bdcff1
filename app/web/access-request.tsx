import type { ComponentProps } from 'react'
import { companyPermissionsOf, companyRoles } from '#contract/permission.ts'
import { useMessages } from '#web/locale.ts'
import { useMe } from '#web/me.ts'
import { Administrators } from '../../features/company/membership/administrators-panel.tsx'
import { AskForAccess } from '../../features/company/requests/ask-page.tsx'
import { platformAccessMessages } from './texts/messages.ts'

const permission = 'company_users'
const decidingRoles = companyRoles.filter((role) =>
  companyPermissionsOf([role]).includes(permission),
)

/** Advice to ask the company's administrators, with their names and a request if one of them can grant the access. */
export function AccessRequest({ platform, advice }: ComponentProps<typeof AskForAccess>) {
  const t = useMessages(platformAccessMessages)
  const isAdministrator = useMe().permissions.includes(permission)
  return (
    <AskForAccess
      platform={platform}
      advice={
        <>
          {advice}
          <Administrators title="administrators" roles={decidingRoles} />
        </>
      }
      otherwise={isAdministrator && <p>{t.notYourself}</p>}
    />
  )
}
