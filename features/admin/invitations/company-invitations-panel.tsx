import * as adminLinks from '#contract/admin-links.ts'
import { LinkTo } from '#web/link-to.tsx'
import { joinTexts, useMessages } from '#web/locale.ts'
import type { ListColumns } from '#web/ui/columns.tsx'
import { invitationColumns } from '#web/parts/invitation-columns.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { invitationMessages } from '#web/parts/texts/messages.ts'
import { useList } from '#web/ui/use-list.ts'
import { listInvitations, type Invitation } from './contract.ts'
import { invitationListMessages } from './texts/messages.ts'

const texts = joinTexts(invitationMessages, invitationListMessages)

/** Lists the pending invitations of a company. Renders nothing if there are none, or if they are not loaded. */
export function InvitationsOfCompany({ company }: { company: string }) {
  const words = useMessages(invitationListMessages)
  const list = useList(listInvitations, { company, state: 'open,expired' })
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
      texts={texts}
      t={{ caption: words.ofCompany }}
      columns={columns}
      list={list}
    />
  )
}

const columns: ListColumns<Invitation, typeof texts> = [
  { id: 'name', kind: 'person', width: 36.5 },
  ...invitationColumns,
]
