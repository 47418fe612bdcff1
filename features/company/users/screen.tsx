import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import * as links from '#contract/links.ts'
import { call } from '#web/api.ts'
import { ButtonTo } from '#web/link-to.tsx'
import { joinTexts, useMessages } from '#web/locale.ts'
import type { ListColumns } from '#web/ui/columns.tsx'
import { CompanyRoleNames } from '#web/parts/company-role-names.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { headerOf } from '#web/ui/page.tsx'
import { userListMessages } from '#web/parts/texts/messages.ts'
import { usePageList } from '#web/ui/use-list.ts'
import { useUserColumns } from '#web/parts/user-columns.tsx'
import { DeactivatedSwitch, useUserFilters, useUserViews } from '#web/parts/user-filters.tsx'
import { listColleagues, listOwnPlatforms, type ListedColleague } from './contract.ts'
import { messages } from './texts/messages.ts'

const CompanyUsersHeader = headerOf(messages)

const texts = joinTexts(messages, userListMessages)

export function CompanyUsersPage() {
  const t = useMessages(messages)
  const listed = usePageList(links.companyUsers, listColleagues, ({ deactivated, ...search }) => ({
    ...search,
    includeInactive: deactivated === 'shown' ? 'true' : undefined,
  }))
  const { list, view } = listed
  const platforms = useQuery({
    queryKey: ['company-platforms'],
    queryFn: ({ signal }) => call(listOwnPlatforms, {}, { signal }),
    retry: false,
  })
  const { platform } = view.search
  const columns = useUserColumns({ users: list.rows, platform, rolesReplacePlatforms: false })
  return (
    <ListPage
      {...listed}
      texts={texts}
      header={<CompanyUsersHeader />}
      action={
        <ButtonTo to={links.inviteColleagues()} kind="primary">
          {t.invite}
        </ButtonTo>
      }
      views={useUserViews()}
      filters={useUserFilters(platforms.data ?? [])}
      tools={<DeactivatedSwitch view={view} />}
      columns={useMemo(() => [nameColumn, roleColumn, ...columns], [columns])}
    />
  )
}

type Column = ListColumns<ListedColleague, typeof texts>[number]

const nameColumn: Column = {
  id: 'name',
  kind: 'person',
  width: 30,
  sort: 'name',
  identity: ({ id }) => ({ to: links.companyUser({ id }), isStacked: true }),
}

const roleColumn: Column = {
  id: 'companyRole',
  width: 13,
  onPhone: ({ roles = [] }) => (roles.length > 0 ? 'fact' : 'none'),
  cell: ({ roles = [] }) => <CompanyRoleNames roles={roles} />,
}
