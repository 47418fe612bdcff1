import * as links from '#contract/links.ts'
import { ButtonTo } from '#web/link-to.tsx'
import { joinTexts, useMessages } from '#web/locale.ts'
import { useActions } from '#web/ui/action.tsx'
import type { ListColumns } from '#web/ui/columns.tsx'
import { invitationMessages } from '#web/parts/texts/messages.ts'
import { invitationColumns } from '#web/parts/invitation-columns.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { headerOf } from '#web/ui/page.tsx'
import { usePageList } from '#web/ui/use-list.ts'
import type { ListViews } from '#web/ui/view-tabs.tsx'
import { useInvitationActions } from './actions.tsx'
import { listCompanyInvitations, type CompanyInvitation } from './contract.ts'
import { messages } from './texts/messages.ts'

const CompanyInvitationsHeader = headerOf(messages)

const texts = joinTexts(invitationMessages, messages)

export function CompanyInvitationsPage() {
  const t = useMessages(messages)
  const listed = usePageList(links.companyInvitations, listCompanyInvitations)
  const { offersOf, dialog } = useActions(useInvitationActions(listed.list.refetch))
  return (
    <ListPage
      {...listed}
      texts={texts}
      header={<CompanyInvitationsHeader />}
      action={
        <ButtonTo to={links.inviteColleagues()} kind="primary">
          {t.invite}
        </ButtonTo>
      }
      views={views}
      columns={columns}
      rowMenu={offersOf}
    >
      {dialog}
    </ListPage>
  )
}

const views: ListViews<typeof texts> = {
  view_all: {},
  view_waiting: { state: 'open,expired' },
  view_accepted: { state: 'accepted' },
  view_revoked: { state: 'revoked' },
}

const columns: ListColumns<CompanyInvitation, typeof texts> = [
  { id: 'name', kind: 'person', width: 36.5 },
  ...invitationColumns,
]
