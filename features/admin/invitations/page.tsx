import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { counted, fill } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import type { BulkSelection } from '#web/ui/bulk-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { CutText } from '#web/ui/cut-text.tsx'
import { Ago, Ahead, nameOf } from '#web/ui/facts.tsx'
import { ExportButton } from '#web/ui/export-button.tsx'
import { Failure, useTextOf } from '#web/ui/failure.tsx'
import { Identity } from '#web/ui/identity.tsx'
import type { ListFilter, ListView } from '#web/ui/list-filters.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { NameChips } from '#web/ui/name-chips.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { headerOf } from '#web/ui/page.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import type { Column } from '#web/ui/table.tsx'
import { useList } from '#web/ui/use-list.ts'
import {
  ages,
  expiries,
  exportInvitations,
  listInvitations,
  listInvitingPartners,
  maxRows,
  resendInvitation,
  resendInvitations,
  revokeInvitations,
  type Invitation,
} from './contract.ts'
import { messages } from './messages.ts'

type Props = { view: ListView; inviteLink: (text: string) => ReactNode }

export const InvitationsHeader = headerOf(messages)

type Action = 'resend' | 'revoke'
type Order = { action: Action; ids: readonly string[]; onOver: () => void }

export function InvitationsPage({ view, inviteLink }: Props) {
  const t = useMessages(messages)
  const [order, setOrder] = useState<Order>()
  const { state, company, olderThan, expiresWithin } = view.search
  const query = { state, company, olderThan, expiresWithin }
  const list = useList(listInvitations, query)
  const ask = (action: Action, ids: readonly string[], onOver: () => void = () => undefined) =>
    setOrder({ action, ids, onOver })
  const companyName = list.rows?.[0]?.partner.name
  return (
    <ListPage
      header={<InvitationsHeader />}
      view={view}
      filters={useFilters(companyName)}
      tools={
        <>
          <ExportButton endpoint={exportInvitations} query={query} name="invitations" />
          {inviteLink(t.invite)}
        </>
      }
      t={t}
      columns={useColumns()}
      list={list}
      rowName={nameOf}
      rowMenu={({ id, state: current }) =>
        current === 'accepted' || current === 'revoked'
          ? []
          : [
              { text: t.resend, onPress: () => ask('resend', [id]) },
              { text: t.revoke, onPress: () => ask('revoke', [id]), isDangerous: true },
            ]
      }
      bulk={(selection) => <BulkButtons selection={selection} onAsk={ask} />}
    >
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

type BulkProps = {
  selection: BulkSelection
  onAsk: (action: Action, ids: readonly string[], onOver: () => void) => void
}

function BulkButtons({ selection: { ids, clear }, onAsk }: BulkProps) {
  const t = useMessages(messages)
  if (ids.length > maxRows) return t.atMost
  return (
    <>
      <Button onClick={() => onAsk('resend', ids, clear)}>{t.resend}</Button>
      <Button variant="danger" onClick={() => onAsk('revoke', ids, clear)}>
        {t.revoke}
      </Button>
    </>
  )
}

function useFilters(companyName: string | undefined): ListFilter[] {
  const t = useMessages(messages)
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
      title: t.age,
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

type Results = Reply<typeof resendInvitations>['results']

type OrderProps = Order & {
  rows: readonly Invitation[]
  onClose: () => void
  onDone: () => void
}

/** Asks, does it to each, and names those that could not be changed; what failed on the way is tried again. */
function OrderDialog({ action, ids, rows, onOver, onClose, onDone }: OrderProps) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  // The same for every try: none is resent twice.
  const [key] = useState(() => crypto.randomUUID())
  const running = useMutation({
    mutationFn: () => {
      const endpoint = action === 'resend' ? resendInvitations : revokeInvitations
      return call(endpoint, { headers: { 'idempotency-key': key }, body: { ids: [...ids] } })
    },
    onSuccess: ({ results }) => {
      onDone()
      onOver()
      const done = results.filter(({ code }) => code === null).length
      const forms = action === 'resend' ? t.manyResent : t.manyRevoked
      if (done > 0) showSuccess(counted(forms, done, locale))
      if (done === results.length) onClose()
    },
  })
  const failed = running.data?.results.filter(({ code }) => code !== null) ?? []
  if (failed.length > 0) return <FailedDialog failed={failed} rows={rows} onClose={onClose} />
  return (
    <ConfirmDialog
      title={counted(action === 'resend' ? t.askResend : t.askRevoke, ids.length, locale)}
      cancel={t.cancel}
      action={action === 'resend' ? t.resend : t.revoke}
      isDangerous={action === 'revoke'}
      isPending={running.isPending}
      onConfirm={() => running.mutate()}
      onClose={onClose}
    >
      <p>{action === 'resend' ? t.resendEffect : t.revokeEffect}</p>
      <ul>
        {rows
          .filter(({ id }) => ids.includes(id))
          .slice(0, mostNamed)
          .map((invitation) => (
            <li key={invitation.id}>
              <bdi>{nameOf(invitation)}</bdi> · <bdi>{invitation.email}</bdi>
            </li>
          ))}
      </ul>
      {ids.length > mostNamed && <p>{counted(t.andMore, ids.length - mostNamed, locale)}</p>}
      {running.error && <Failure text={t.failed} words={t} error={running.error} />}
    </ConfirmDialog>
  )
}

const mostNamed = 5

type FailedProps = { failed: Results; rows: readonly Invitation[]; onClose: () => void }

function FailedDialog({ failed, rows, onClose }: FailedProps) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const reasonOf = useReason()
  return (
    <ConfirmDialog
      title={counted(t.notDone, failed.length, locale)}
      action={t.close}
      onConfirm={onClose}
      onClose={onClose}
    >
      <Notice kind="warning">
        <ul>
          {failed.map((result) => {
            const email = rows.find(({ id }) => id === result.id)?.email
            return (
              <li key={result.id}>
                <bdi>{email ?? result.id}</bdi> {reasonOf(result)}
              </li>
            )
          })}
        </ul>
      </Notice>
    </ConfirmDialog>
  )
}

/** The page's words for an error code, with the company of a user who was invited for another. */
function useReason() {
  const t = useMessages(messages)
  const textOf = useTextOf(t)
  return ({ code, company = '' }: Results[number]) => {
    const known = Object.entries(resendInvitation.refusals)
    const [name = 'failed'] = known.find(([, each]) => each === code) ?? []
    return fill(textOf(name) ?? t.failed, { company })
  }
}

function State({ state }: Pick<Invitation, 'state'>) {
  const t = useMessages(messages)
  return (
    <span className="tag" data-kind={state === 'accepted' ? 'good' : undefined}>
      {t[`state_${state}`]}
    </span>
  )
}

function useColumns(): Column<Invitation>[] {
  const t = useMessages(messages)
  return [
    {
      title: t.name,
      width: 38,
      cell: (invitation) => <Identity name={nameOf(invitation)} email={invitation.email} />,
    },
    {
      title: t.company,
      width: 15,
      onPhone: 'fact',
      cell: ({ partner }) => <CutText>{partner.name}</CutText>,
    },
    {
      title: t.platforms,
      width: 16,
      onPhone: 'fact',
      cell: ({ subsystems }) => (
        <NameChips names={subsystems.map(({ name }) => name)} none={t.noPlatforms} />
      ),
    },
    {
      title: t.state,
      width: 11,
      onPhone: 'state',
      cell: ({ state }) => <State state={state} />,
    },
    {
      title: t.createdAt,
      width: 10,
      onPhone: ({ state }) => (state === 'open' ? 'none' : 'titled'),
      cell: ({ createdAt }) => <Ago time={createdAt} missing="" />,
    },
    {
      title: t.expiresAt,
      width: 10,
      onPhone: ({ state }) => (state === 'open' ? 'titled' : 'none'),
      cell: ({ state, expiresAt }) => (
        <Ahead time={state === 'open' ? expiresAt : null} missing={t.notOpen} />
      ),
    },
  ]
}
