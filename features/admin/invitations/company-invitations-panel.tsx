import * as adminLinks from '#contract/admin-links.ts'
import { LinkTo } from '#web/link-to.tsx'
import { useMessages } from '#web/locale.ts'
import { useInvitationColumns } from '#web/ui/invitation-columns.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { useList } from '#web/ui/use-list.ts'
import { listInvitations, type Invitation } from './contract.ts'
import { invitationListMessages } from './texts/messages.ts'

/** Lists the pending invitations of a company. Renders nothing if there are none. */
export function InvitationsOfCompany({ company }: { company: string }) {
  const words = useMessages(invitationListMessages)
  const list = useList(listInvitations, { company, state: 'open,expired' })
  const columns = useInvitationColumns<Invitation>(false)
  if (!list.rows || list.rows.length === 0) return null
  return (
    <ListPage
      header={<h2>{words.ofCompany}</h2>}
      tools={
        <LinkTo
          to={adminLinks.invitations({ company, state: 'open,expired' })}
          className="side-link"
        >
          {words.openList}
        </LinkTo>
      }
      t={{ caption: words.ofCompany }}
      columns={columns}
      list={list}
    />
  )
}
