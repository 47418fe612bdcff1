import type { ReactNode } from 'react'
import { useMessages } from '#web/locale.ts'
import { nameOf } from '#web/ui/facts.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { useList } from '#web/ui/use-list.ts'
import { useColumns } from './columns.tsx'
import { listUsers } from './contract.ts'
import { messages } from './messages.ts'

type Props = {
  company: string
  userLink: (id: string, text: ReactNode) => ReactNode
  /** To the list of users, where filters and actions are. */
  listLink: ReactNode
}

/** All users of one company, deactivated ones too. */
export function UsersOfCompany({ company, userLink, listLink }: Props) {
  const t = useMessages(messages)
  const list = useList(listUsers, { partner: company, includeInactive: 'true' })
  const columns = useColumns(userLink).filter(({ title }) => title !== t.company)
  return (
    <ListPage
      header={undefined}
      tools={listLink}
      t={t}
      columns={columns}
      rowName={nameOf}
      list={list}
    />
  )
}
