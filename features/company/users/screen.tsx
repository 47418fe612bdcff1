import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import * as links from '#contract/links.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { usePageSearch } from '#web/page-search.ts'
import { nameOf } from '#web/ui/facts.tsx'
import type { ListSearch } from '#web/ui/list-filters.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { headerOf } from '#web/ui/page.tsx'
import { useList } from '#web/ui/use-list.ts'
import { useRolesColumn, userColumns, useUserWords } from '#web/ui/user-columns.tsx'
import { DeactivatedSwitch, useUserFilters, useUserViews } from '#web/ui/user-filters.tsx'
import { listColleagues, listOwnPlatforms } from './contract.ts'
import { messages } from './texts/messages.ts'

const CompanyUsersHeader = headerOf(messages)

const linkOf = (id: string) => links.companyUser({ id })

export function CompanyUsersPage() {
  const [t, words] = [useMessages(messages), useUserWords()]
  const view = usePageSearch(links.companyUsers)
  const { search } = view
  const platforms = useQuery({
    queryKey: ['company-platforms'],
    queryFn: ({ signal }) => call(listOwnPlatforms, {}, { signal }),
    retry: false,
  })
  const list = useList(listColleagues, queryOf(search))
  const roles = useRolesColumn(list.rows, search.platform)
  return (
    <ListPage
      header={<CompanyUsersHeader />}
      t={{ caption: t.caption, none: words.none, noneHint: words.noneHint }}
      view={view}
      views={useUserViews('company-users')}
      searchLabel={words.search}
      filters={useUserFilters(platforms.data ?? [])}
      tools={<DeactivatedSwitch view={view} />}
      columns={useMemo(() => userColumns(words, linkOf, { roles }), [words, roles])}
      rowName={nameOf}
      list={list}
    />
  )
}

/** Returns the list's query for the parameters in the address bar. */
function queryOf(search: ListSearch): ListSearch {
  const { deactivated, ...query } = search
  return { ...query, includeInactive: deactivated === 'shown' ? 'true' : undefined }
}
