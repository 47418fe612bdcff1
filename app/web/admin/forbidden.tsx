import { useQuery } from '@tanstack/react-query'
import * as links from '#contract/links.ts'
import { permissionsOf, roles as allRoles } from '#contract/permission.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { fieldMessages } from '#web/ui/texts/messages.ts'
import { listSuperAdmins } from '../../../features/admin/admins/super-admins-contract.ts'
import { messages as adminMessages } from '../../../features/admin/admins/texts/messages.ts'
import { End } from '../dead-ends.tsx'
import type { ForbiddenProps } from '../routes.ts'
import { forbiddenMessages, frameMessages } from '../texts/messages.ts'

/** Maximum number of names in the sentence. */
const maxNames = 5

/** Names the roles that open a page, and the super admins who assign them. The address of the page is in the query. */
export function Forbidden({ page, address }: ForbiddenProps) {
  const [t, frame] = [useMessages(forbiddenMessages), useMessages(frameMessages)]
  const roleNames = useMessages(adminMessages)
  const { data = [] } = useQuery({
    queryKey: [listSuperAdmins.path],
    queryFn: ({ signal }) => call(listSuperAdmins, {}, { signal }),
    retry: false,
  })
  const names = data.slice(0, maxNames).map(({ name }) => name)
  const { retry } = useMessages(fieldMessages)
  const roles = allRoles.filter((role) =>
    permissionsOf([role]).some((each) => page?.permissions.includes(each)),
  )
  return (
    <End scene="closed" title={t.title} text={t.askSuperAdmin}>
      {roles.length > 0 && <p>{t.neededRoles({ roles: roles.map((role) => roleNames[role]) })}</p>}
      {names.length > 0 && <p>{t.superAdmins({ names })}</p>}
      <p className="row-2">
        <ButtonLink href={links.adminArea.path}>{frame.toAdminStart}</ButtonLink>
        {address !== undefined && (
          <ButtonLink variant="secondary" href={address}>
            {retry}
          </ButtonLink>
        )}
      </p>
    </End>
  )
}
