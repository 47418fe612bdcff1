import { useState } from 'react'
import * as links from '#contract/links.ts'
import { call } from '#web/api.ts'
import { ButtonTo } from '#web/link-to.tsx'
import { joinTexts, useMessages } from '#web/locale.ts'
import type { ListColumns } from '#web/ui/columns.tsx'
import { ConfirmAction } from '#web/ui/confirm.tsx'
import { delegationMessages, invitationMessages } from '#web/ui/texts/messages.ts'
import { nameOf } from '#web/ui/facts.tsx'
import { invitationColumns } from '#web/ui/invitation-columns.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { headerOf } from '#web/ui/page.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { usePageList } from '#web/ui/use-list.ts'
import type { ListViews } from '#web/ui/view-tabs.tsx'
import {
  listCompanyInvitations,
  resendCompanyInvitation,
  revokeCompanyInvitation,
  type CompanyInvitation,
} from './contract.ts'
import { messages } from './texts/messages.ts'

type Order = { action: 'resend' | 'revoke'; invitation: CompanyInvitation }

const CompanyInvitationsHeader = headerOf(messages)

const texts = joinTexts(invitationMessages, messages)

export function CompanyInvitationsPage() {
  const t = useMessages(messages)
  const listed = usePageList(links.companyInvitations, listCompanyInvitations)
  const [order, setOrder] = useState<Order>()
  const ask = (action: Order['action'], invitation: CompanyInvitation) => ({
    text: t[action],
    onPress: () => setOrder({ action, invitation }),
    isDangerous: action === 'revoke',
  })
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
      rowMenu={(invitation) =>
        invitation.state === 'open' || invitation.state === 'expired'
          ? [ask('resend', invitation), ask('revoke', invitation)]
          : []
      }
    >
      {order && (
        <OrderDialog {...order} onClose={() => setOrder(undefined)} onDone={listed.list.refetch} />
      )}
    </ListPage>
  )
}

const views: ListViews<typeof texts> = {
  view_all: {},
  view_waiting: { state: 'open,expired' },
  state_accepted: { state: 'accepted' },
  state_revoked: { state: 'revoked' },
}

const columns: ListColumns<CompanyInvitation, typeof texts> = [
  { id: 'name', kind: 'person', width: 36.5 },
  ...invitationColumns,
]

type DialogProps = Order & { onClose: () => void; onDone: () => void }

function OrderDialog({ action, invitation, onClose, onDone }: DialogProps) {
  const t = useMessages(messages)
  const words = { ...useMessages(delegationMessages), ...t }
  const isResend = action === 'resend'
  const facts = { name: nameOf(invitation), email: invitation.email }
  return (
    <ConfirmAction
      title={(isResend ? t.askResend : t.askRevoke)(facts)}
      action={t[action]}
      isDangerous={!isResend}
      failed={t.failed}
      words={words}
      run={() =>
        call(isResend ? resendCompanyInvitation : revokeCompanyInvitation, {
          params: { id: invitation.id },
          body: {},
        })
      }
      onClose={onClose}
      onDone={() => {
        showSuccess((isResend ? t.resent : t.revoked)(facts))
        onDone()
      }}
    >
      <p>{(isResend ? t.resendEffect : t.revokeEffect)(facts)}</p>
    </ConfirmAction>
  )
}
