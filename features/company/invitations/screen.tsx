import { useMemo, useState } from 'react'
import * as links from '#contract/links.ts'
import { call } from '#web/api.ts'
import { ButtonTo } from '#web/link-to.tsx'
import { useMessages } from '#web/locale.ts'
import { usePageSearch } from '#web/page-search.ts'
import { ConfirmAction } from '#web/ui/confirm.tsx'
import { delegationMessages, invitationMessages } from '#web/ui/texts/messages.ts'
import { nameOf } from '#web/ui/facts.tsx'
import { useInvitationColumns } from '#web/ui/invitation-columns.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { headerOf } from '#web/ui/page.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { useList } from '#web/ui/use-list.ts'
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

export function CompanyInvitationsPage() {
  const view = usePageSearch(links.companyInvitations)
  const t = useMessages(messages)
  const [order, setOrder] = useState<Order>()
  const { q, state } = view.search
  const list = useList(listCompanyInvitations, { q, state })
  const ask = (action: Order['action'], invitation: CompanyInvitation) => ({
    text: t[action],
    onPress: () => setOrder({ action, invitation }),
    isDangerous: action === 'revoke',
  })
  return (
    <ListPage
      header={<CompanyInvitationsHeader />}
      action={
        <ButtonTo to={links.inviteColleagues()} kind="primary">
          {t.invite}
        </ButtonTo>
      }
      view={view}
      views={useViews()}
      searchLabel={t.search}
      t={t}
      columns={useInvitationColumns<CompanyInvitation>(false)}
      list={list}
      rowName={nameOf}
      rowMenu={(invitation) =>
        invitation.state === 'open' || invitation.state === 'expired'
          ? [ask('resend', invitation), ask('revoke', invitation)]
          : []
      }
    >
      {order && (
        <OrderDialog {...order} onClose={() => setOrder(undefined)} onDone={list.refetch} />
      )}
    </ListPage>
  )
}

function useViews(): ListViews {
  const [t, words] = [useMessages(messages), useMessages(invitationMessages)]
  return useMemo(() => {
    const byState = (['accepted', 'revoked'] as const).map((state) => ({
      id: state,
      name: words[`state_${state}`],
      query: { state },
    }))
    return {
      list: 'company-invitations',
      names: ['state'],
      builtIn: [
        { id: 'all', name: t.view_all, query: {} },
        { id: 'waiting', name: t.view_waiting, query: { state: 'open,expired' } },
        ...byState,
      ],
    }
  }, [t, words])
}

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
