import * as links from '#contract/links.ts'
import { companyPermissionsOf, companyRoles } from '#contract/permission.ts'
import { companyRoleMessages } from '#contract/texts/messages.ts'
import { useMessages } from '#web/locale.ts'
import { settings } from '#web/settings.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { fieldMessages } from '#web/ui/texts/messages.ts'
import { Administrators } from '../../../features/company/membership/administrators-panel.tsx'
import { End } from '../dead-ends.tsx'
import type { ForbiddenProps } from '../routes.ts'
import { forbiddenMessages, frameMessages, platformAccessMessages } from '../texts/messages.ts'

/** Names the company roles that open a page, and the owners who assign them. The address of the page is in the query. */
export function Forbidden({ page, address }: ForbiddenProps) {
  const [t, frame] = [useMessages(forbiddenMessages), useMessages(frameMessages)]
  const { support } = useMessages(platformAccessMessages)
  const roleNames = useMessages(companyRoleMessages)
  const { supportEmail } = settings().brand
  const { retry } = useMessages(fieldMessages)
  const roles = companyRoles.filter((role) =>
    companyPermissionsOf([role]).some((each) => page?.permissions.includes(each)),
  )
  return (
    <End scene="closed" title={t.title} text={t.askOwner}>
      {roles.length > 0 && <p>{t.neededRoles({ roles: roles.map((role) => roleNames[role]) })}</p>}
      <Administrators title="owners" roles={['owner']} />
      <p className="row-2">
        <ButtonLink href={links.home.path}>{frame.toFirstPage}</ButtonLink>
        {address !== undefined && (
          <ButtonLink variant="secondary" href={address}>
            {retry}
          </ButtonLink>
        )}
      </p>
      <p>
        <a className="side-link" href={`mailto:${supportEmail}`}>
          {support({ email: supportEmail })}
        </a>
      </p>
    </End>
  )
}
