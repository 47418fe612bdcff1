import { useMemo, useState } from 'react'
import * as adminLinks from '#contract/admin-links.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { lazyPart } from '#web/lazy.tsx'
import { ButtonTo, LinkTo } from '#web/link-to.tsx'
import { usePageSearch } from '#web/page-search.ts'
import type { BulkSelection } from '#web/ui/bulk-bar.tsx'
import { ExportButton } from '#web/ui/export-button.tsx'
import { nameOf } from '#web/ui/facts.tsx'
import type { ListFilter } from '#web/ui/list-filters.tsx'
import { useInvitationColumns } from '#web/ui/invitation-columns.tsx'
import { invitationMessages } from '#web/ui/texts/messages.ts'
import { ListPage } from '#web/ui/list-page.tsx'
import { headerOf } from '#web/ui/page.tsx'
import { useList } from '#web/ui/use-list.ts'
import type { ListViews } from '#web/ui/view-tabs.tsx'
import {
  ages,
  expiries,
  exportInvitations,
  listInvitations,
  listInvitingPartners,
  maxRows,
  type Invitation,
} from './contract.ts'
import { InvitationDialog, isWaiting } from './invitation-dialog.tsx'
import { invitationListMessages, messages } from './texts/messages.ts'
import { OrderDialog, type Action, type Order } from './order-dialog.tsx'

const BulkActions = lazyPart(async () => (await import('#web/ui/bulk-bar.tsx')).BulkActions)

export const InvitationsHeader = headerOf(messages, true)

export function InvitationsPage() {
  const view = usePageSearch(adminLinks.invitations)
  const [t, words] = [useMessages(messages), useMessages(invitationListMessages)]
  const [order, setOrder] = useState<Order>()
  const [opened, setOpened] = useState<Invitation>()
  const { q, state, company, olderThan, expiresWithin, sort } = view.search
  const query = { q, state, company, olderThan, expiresWithin }
  const list = useList(listInvitations, { ...query, sort })
  const ask = (action: Action, ids: readonly string[], onOver: () => void = () => undefined) =>
    setOrder({ action, ids, onOver })
  return (
    <ListPage
      header={<InvitationsHeader />}
      action={
        <ButtonTo to={adminLinks.invite()} kind="primary">
          {t.invite}
        </ButtonTo>
      }
      hint={waitingStates.includes(state ?? '') && <Waiting />}
      view={view}
      ownOrder={words.newestFirst}
      views={useViews()}
      searchLabel={words.search}
      filters={useFilters(list.rows?.[0]?.partner.name)}
      tools={<ExportButton endpoint={exportInvitations} query={query} name="invitations" />}
      t={t}
      columns={useColumns(setOpened)}
      list={list}
      rowName={nameOf}
      rowMenu={(each) => (isWaiting(each) ? menuOf(t, (action) => ask(action, [each.id])) : [])}
      bulk={(selection) => <BulkButtons selection={selection} onAsk={ask} />}
    >
      {opened && (
        <InvitationDialog
          invitation={opened}
          onClose={() => setOpened(undefined)}
          onAsk={(action) => ask(action, [opened.id])}
        />
      )}
      {order && (
        <OrderDialog
          {...order}
          rows={list.rows ?? []}
          onClose={() => setOrder(undefined)}
          onDone={list.refetch}
        />
      )}
    </ListPage>
  )
}

const menuOf = (t: { resend: string; revoke: string }, ask: (action: Action) => void) => [
  { text: t.resend, onPress: () => ask('resend') },
  { text: t.revoke, onPress: () => ask('revoke'), isDangerous: true },
]

/** Returns the columns. The name links to the user or, before sign-up, opens the invitation. */
function useColumns(onOpen: (invitation: Invitation) => void) {
  return useInvitationColumns<Invitation>(true, (invitation) =>
    invitation.state === 'accepted'
      ? { to: adminLinks.users({ q: invitation.email, deactivated: 'true' }) }
      : { onOpen: () => onOpen(invitation) },
  )
}

function Waiting() {
  const t = useMessages(invitationListMessages)
  return (
    <p>
      {t.waitingHint} <LinkTo to={adminLinks.users({ status: 'invited' })}>{t.neverJoined}</LinkTo>
    </p>
  )
}

const waiting = 'open,expired'
const waitingStates = [waiting, 'open', 'expired']

/** Returns the predefined views of every admin. */
function useViews(): ListViews {
  const [t, words] = [useMessages(invitationMessages), useMessages(invitationListMessages)]
  return useMemo(() => {
    const byState = (['open', 'expired', 'accepted', 'revoked'] as const).map((state) => ({
      id: state,
      name: t[`state_${state}`],
      query: { state },
    }))
    return {
      list: 'invitations',
      builtIn: [
        { id: 'all', name: words.view_all, query: {} },
        { id: 'waiting', name: words.view_waiting, query: { state: waiting } },
        ...byState,
      ],
    }
  }, [t, words])
}

type BulkProps = {
  selection: BulkSelection
  onAsk: (action: Action, ids: readonly string[], onOver: () => void) => void
}

function BulkButtons({ selection: { ids, clear }, onAsk }: BulkProps) {
  const t = useMessages(messages)
  if (ids.length > maxRows) return <small>{t.atMost}</small>
  return (
    <BulkActions
      actions={[
        { text: t.resend, onPress: () => onAsk('resend', ids, clear) },
        { text: t.revoke, isDangerous: true, onPress: () => onAsk('revoke', ids, clear) },
      ]}
    />
  )
}

const useWords = () => ({ ...useMessages(messages), ...useMessages(invitationMessages) })

function useFilters(companyName: string | undefined): ListFilter[] {
  const [t, words] = [useWords(), useMessages(invitationListMessages)]
  const states = ['open', 'expired', 'accepted', 'revoked'] as const
  return [
    {
      kind: 'several',
      name: 'state',
      title: t.state,
      options: states.map((value) => ({ value, text: t[`state_${value}`] })),
    },
    {
      kind: 'search',
      name: 'company',
      title: t.company,
      find: async (q, signal) => {
        const found = await call(listInvitingPartners, { query: { q } }, { signal })
        return found.map(({ id, name }) => ({ value: id, text: name }))
      },
      chosen: companyName,
    },
    {
      kind: 'one',
      name: 'olderThan',
      title: words.firstSent,
      options: ages.map((value) => ({ value, text: t[`age_${value}`] })),
    },
    {
      kind: 'one',
      name: 'expiresWithin',
      title: t.expiresAt,
      options: expiries.map((value) => ({ value, text: t[`expires_${value}`] })),
    },
  ]
}
