import type { ReactNode } from 'react'
import { useMessages } from '#web/locale.ts'
import { useInvitationColumns } from '#web/ui/invitation-columns.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { useList } from '#web/ui/use-list.ts'
import { listInvitations, type Invitation } from './contract.ts'
import { invitationListMessages } from './list-messages.ts'

type Props = {
  company: string
  /** To the list of invitations, where they are resent and revoked. */
  listLink: (text: string) => ReactNode
}

/** The invitations of one company that nobody has accepted; nothing where there are none. */
export function InvitationsOfCompany({ company, listLink }: Props) {
  const words = useMessages(invitationListMessages)
  const list = useList(listInvitations, { company, state: 'open,expired' })
  const columns = useInvitationColumns<Invitation>(false)
  if (!list.rows || list.rows.length === 0) return null
  return (
    <ListPage
      header={<h2>{words.ofCompany}</h2>}
      tools={listLink(words.openList)}
      t={{ caption: words.ofCompany }}
      columns={columns}
      list={list}
    />
  )
}
