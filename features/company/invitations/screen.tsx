import * as links from '#contract/links.ts'
import { nameOf } from '#contract/full-name.ts'
import { ButtonTo } from '#web/link-to.tsx'
import { joinTexts, useMessages } from '#web/locale.ts'
import { action, useActions } from '#web/ui/action.tsx'
import type { ListColumns } from '#web/ui/columns.tsx'
import { delegationMessages, invitationMessages } from '#web/parts/texts/messages.ts'
import { invitationColumns } from '#web/parts/invitation-columns.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { headerOf } from '#web/ui/page.tsx'
import { usePageList } from '#web/ui/use-list.ts'
import type { ListViews } from '#web/ui/view-tabs.tsx'
import {
  listCompanyInvitations,
  resendCompanyInvitation,
  revokeCompanyInvitation,
  type CompanyInvitation,
} from './contract.ts'
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

function useInvitationActions(onDone: () => void) {
  const t = useMessages(messages)
  const { keep } = useMessages(invitationMessages)
  const common = { t: { ...useMessages(delegationMessages), ...t }, failed: t.failed, onDone }
  return (invitation: CompanyInvitation) => {
    const { id, email, state } = invitation
    const facts = { name: nameOf(invitation), email }
    const isOffered = state === 'open' || state === 'expired'
    return {
      resend: action({
        ...common,
        endpoint: resendCompanyInvitation,
        params: { id },
        text: t.resend,
        isOffered,
        title: t.askResend(facts),
        effect: t.resendEffect(facts),
        done: t.resent(facts),
      }),
      revoke: action({
        ...common,
        endpoint: revokeCompanyInvitation,
        params: { id },
        text: t.revoke,
        cancel: keep({ count: 1 }),
        isOffered,
        danger: 'grave',
        title: t.askRevoke(facts),
        effect: t.revokeEffect(facts),
        done: t.revoked(facts),
      }),
    }
  }
}
