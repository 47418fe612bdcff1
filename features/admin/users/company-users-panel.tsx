import { useState } from 'react'
import { nameOf } from '#contract/full-name.ts'
import { useMessages } from '#web/locale.ts'
import { useParts, type RenderUserBulk } from '#web/parts/parts.ts'
import type { ListSearch } from '#web/ui/list-filters.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { useList } from '#web/ui/use-list.ts'
import { texts, useUserListColumns } from './columns.tsx'
import { listUsers } from './contract.ts'
import { queryOf, useFilters } from './list-filters.tsx'
import { useRowMenu } from './screen.tsx'

/** Lists the users of one company, including deactivated ones. */
export function UsersOfCompany({ company }: { company: string }) {
  const { UserBulk } = useParts()
  return <UserBulk>{(bulk) => <Users company={company} bulk={bulk} />}</UserBulk>
}

function Users({ company, bulk }: { company: string; bulk: RenderUserBulk }) {
  const t = useMessages(texts)
  const [search, setSearch] = useState<ListSearch>({})
  const query = { ...queryOf(search), partner: company, includeInactive: 'true' }
  const list = useList(listUsers, query)
  const { menu, dialog } = useRowMenu((user) => {
    list.replace(user)
    const done = user.active ? t.doneActivate : t.doneDeactivate
    showSuccess(done({ name: nameOf(user) }))
  })
  const { rows: users } = list
  const columns = useUserListColumns({ users, company, platform: search['platform'] })
  return (
    <ListPage
      header={null}
      texts={texts}
      t={{ noneHint: t.noneInCompany }}
      view={{ search, onSearch: setSearch }}
      filters={useFilters(search).filter(({ name }) => name !== 'company')}
      columns={columns}
      rowMenu={menu}
      bulk={bulk && ((selection) => bulk({ ...selection, query }))}
      takesAll
      list={list}
    >
      {dialog}
    </ListPage>
  )
}
