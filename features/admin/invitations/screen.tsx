import { Suspense, useMemo, useState } from 'react'
import * as adminLinks from '#contract/admin-links.ts'
import type { Query } from '#contract/endpoint.ts'
import { call } from '#web/api.ts'
import { joinTexts, useMessages } from '#web/locale.ts'
import { lazyPart } from '#web/lazy.tsx'
import { ButtonTo, LinkTo } from '#web/link-to.tsx'
import type { BulkSelection } from '#web/ui/bulk-bar.tsx'
import type { ListColumns } from '#web/ui/columns.tsx'
import type { ListFilters } from '#web/ui/enum-filters.ts'
import type { ListSearch } from '#web/ui/list-filters.tsx'
import { ExportButton } from '#web/ui/export-button.tsx'
import { invitationColumns } from '#web/parts/invitation-columns.tsx'
import { invitationMessages } from '#web/parts/texts/messages.ts'
import { ListPage } from '#web/ui/list-page.tsx'
import { headerOf } from '#web/ui/page.tsx'
import { usePageList } from '#web/ui/use-list.ts'
import type { ListViews } from '#web/ui/view-tabs.tsx'
import {
  exportInvitations,
  listInvitations,
  listInvitingPartners,
  maxRows,
  type Invitation,
} from './contract.ts'
import { InvitationDialog, isWaiting } from './invitation-dialog.tsx'
import { changeMessages, invitationListMessages, messages } from './texts/messages.ts'
import { OrderDialog, type Action, type Order } from './order-dialog.tsx'

const ChangeDialog = lazyPart(async () => (await import('./change-dialog.tsx')).ChangeDialog)
const BulkActions = lazyPart(async () => (await import('#web/ui/bulk-bar.tsx')).BulkActions)

type Columns = ListColumns<Invitation, typeof texts>
type Filters = ListFilters<Query<typeof listInvitations>, typeof texts>

const texts = joinTexts(invitationMessages, invitationListMessages, messages)

export const InvitationsHeader = headerOf(messages, { isOfList: true })

export function InvitationsPage() {
  const pageList = usePageList(adminLinks.invitations, listInvitations)
  const { list, query } = pageList
  const t = { ...useMessages(texts), change: useMessages(changeMessages).change }
  const [order, setOrder] = useState<Order>()
  const [openInvitation, setOpenInvitation] = useState<Invitation>()
  const ask = (action: Action, ids: readonly string[], clearSelection?: () => void) =>
    setOrder({ action, ids, clearSelection })
  return (
    <ListPage
      {...pageList}
      texts={texts}
      action={
        <ButtonTo to={adminLinks.invite()} kind="primary">
          {t.invite}
        </ButtonTo>
      }
      hint={<Hint query={query} isEmpty={list.rows?.length === 0} />}
      ownOrder={t.newestFirst}
      views={views}
      filters={useFilters(list.rows?.[0]?.partner.name)}
      tools={<ExportButton endpoint={exportInvitations} query={query} name="invitations" />}
      columns={useMemo(() => columnsOf(setOpenInvitation), [])}
      rowMenu={(each) => (isWaiting(each) ? menuOf(t, (action) => ask(action, [each.id])) : [])}
      bulk={(selection) => <BulkButtons selection={selection} onAsk={ask} />}
    >
      {openInvitation && (
        <InvitationDialog
          invitation={openInvitation}
          onClose={() => setOpenInvitation(undefined)}
          onAsk={(action) => ask(action, [openInvitation.id])}
        />
      )}
      {order && <OrderDialogs order={order} list={list} onClose={() => setOrder(undefined)} />}
    </ListPage>
  )
}

type OrderProps = {
  order: Order
  list: { rows?: readonly Invitation[] | undefined; refetch: () => void }
  onClose: () => void
}

/** The dialog of the action that was chosen for invitations. */
function OrderDialogs({ order: { action, ids, clearSelection }, list, onClose }: OrderProps) {
  const rows = list.rows ?? []
  if (action !== 'change') {
    return (
      <OrderDialog {...{ action, ids, clearSelection, rows, onClose }} onReload={list.refetch} />
    )
  }
  return (
    <Suspense fallback={null}>
      <ChangeDialog
        invitations={rows.filter(({ id }) => ids.includes(id))}
        onClose={onClose}
        onChanged={() => {
          list.refetch()
          clearSelection?.()
        }}
      />
    </Suspense>
  )
}

const menuOf = (t: Record<Action, string>, ask: (action: Action) => void) => [
  { text: t.resend, onPress: () => ask('resend') },
  { text: t.change, onPress: () => ask('change') },
  { text: t.revoke, onPress: () => ask('revoke'), isDangerous: true },
]

/** Returns the columns. The name links to the user or, before sign-up, opens the invitation. */
function columnsOf(onOpen: (invitation: Invitation) => void): Columns {
  return [
    {
      id: 'name',
      kind: 'person',
      width: 36.5,
      identity: (invitation) =>
        typeof invitation.userId !== 'string'
          ? { onOpen: () => onOpen(invitation) }
          : { to: adminLinks.user({ id: invitation.userId }) },
    },
    { id: 'company', kind: 'text', width: 13.5, value: ({ partner }) => partner.name },
    ...invitationColumns,
  ]
}

type HintProps = { query: ListSearch; isEmpty: boolean }

/** A link to users: those who accepted but have not finished setup, or those that a search without results may mean. */
function Hint({ query: { state = '', q }, isEmpty }: HintProps) {
  const t = useMessages(invitationListMessages)
  if (isEmpty && q) return <LinkTo to={adminLinks.users({ q })}>{t.inUsers}</LinkTo>
  if (!pendingFilters.includes(state)) return null
  return (
    <p>
      {t.waitingHint} <LinkTo to={adminLinks.users({ status: 'invited' })}>{t.neverJoined}</LinkTo>
    </p>
  )
}

const pending = 'open,expired'
const pendingFilters = [pending, 'open', 'expired']

const views: ListViews<typeof texts> = {
  view_all: {},
  view_waiting: { state: pending },
  view_open: { state: 'open' },
  view_expired: { state: 'expired' },
  view_accepted: { state: 'accepted' },
  view_revoked: { state: 'revoked' },
}

type BulkProps = {
  selection: BulkSelection
  onAsk: (action: Action, ids: readonly string[], clearSelection: () => void) => void
}

function BulkButtons({ selection: { ids, clear }, onAsk }: BulkProps) {
  const [t, { change }] = [useMessages(messages), useMessages(changeMessages)]
  if (ids.length > maxRows) return <small>{t.atMost}</small>
  return (
    <BulkActions
      actions={[
        { text: t.resend, onPress: () => onAsk('resend', ids, clear) },
        { text: change, onPress: () => onAsk('change', ids, clear) },
        { text: t.revoke, isDangerous: true, onPress: () => onAsk('revoke', ids, clear) },
      ]}
    />
  )
}

/** Returns the filters. `companyName` is that of the first row: with a filter by company, all rows have its name. */
function useFilters(companyName: string | undefined): Filters {
  const t = useMessages(texts)
  return [
    { name: 'state' },
    {
      kind: 'search',
      name: 'company',
      title: t.company,
      find: async (q, signal) => {
        const companies = await call(listInvitingPartners, { query: { q } }, { signal })
        return companies.map(({ id, name }) => ({ value: id, text: name }))
      },
      chosen: companyName,
    },
    { name: 'olderThan', title: 'firstSent', label: (age) => t[`age_${age}`] },
    { name: 'expiresWithin', title: 'expiresAt', label: (hours) => t[`expires_${hours}`] },
  ]
}
