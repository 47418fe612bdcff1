import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import * as links from '#contract/links.ts'
import type { ListedUser } from '#contract/listed-user.ts'
import { call } from '#web/api.ts'
import { joinTexts } from '#web/locale.ts'
import type { ListColumns } from '#web/ui/columns.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { headerOf } from '#web/ui/page.tsx'
import { userListMessages } from '#web/parts/texts/messages.ts'
import { usePageList } from '#web/ui/use-list.ts'
import { useUserColumns } from '#web/parts/user-columns.tsx'
import { DeactivatedSwitch, useUserFilters, useUserViews } from '#web/parts/user-filters.tsx'
import { listColleagues, listOwnPlatforms } from './contract.ts'
import { messages } from './texts/messages.ts'

const CompanyUsersHeader = headerOf(messages)

const texts = joinTexts(messages, userListMessages)

export function CompanyUsersPage() {
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
      views={useUserViews()}
      filters={useUserFilters(platforms.data ?? [])}
      tools={<DeactivatedSwitch view={view} />}
      columns={useMemo(() => [nameColumn, ...columns], [columns])}
    />
  )
}

const nameColumn: ListColumns<ListedUser, typeof texts>[number] = {
  id: 'name',
  kind: 'person',
  width: 38,
  sort: 'name',
  identity: ({ id }) => ({ to: links.companyUser({ id }) }),
}
