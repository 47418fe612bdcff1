import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { fill } from '#contract/locale.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { call } from '#web/api.ts'
import { Failure } from '#web/ui/failure.tsx'
import { useList } from '#web/ui/list.ts'
import { useMessages } from '#web/locale.ts'
import { Moment } from '#web/ui/moment.tsx'
import { Page, PageHeader } from '#web/ui/page.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { ListTable, type Column } from '#web/ui/table.tsx'
import { AskRevoke } from './ask-revoke.tsx'
import { listInvitations, resendInvitation, type Invitation } from './contract.ts'
import { messages } from './messages.ts'
import styles from './page.module.css'

type Props = { inviteLink: (text: string) => ReactNode }

export function InvitationsHeader() {
  const t = useMessages(messages)
  return <PageHeader title={t.title} intro={t.intro} />
}

export function InvitationsPage({ inviteLink }: Props) {
  const t = useMessages(messages)
  const [asked, setAsked] = useState<Invitation>()
  const list = useList<Invitation>(['invitations'], (cursor, extra) =>
    call(listInvitations, { query: { ...(cursor !== undefined && { cursor }) } }, extra),
  )
  const sending = useMutation({
    mutationFn: ({ id }: Invitation) => call(resendInvitation, { params: { id }, body: {} }),
    onSuccess: (_, { email }) => showSuccess(fill(t.resent, { email })),
    onSettled: list.retry,
  })
  const columns = useColumns({ onResend: sending.mutate, onRevoke: setAsked })
  return (
    <Page>
      <InvitationsHeader />
      <div className={styles.tools}>{inviteLink(t.invite)}</div>
      {sending.isError && <Failure text={useful(sending.error, t)} error={sending.error} />}
      <ListTable
        caption={t.caption}
        columns={columns}
        keyOf={({ id }) => id}
        list={list}
        empty={
          <>
            <strong>{t.none}</strong>
            <p>{t.noneHint}</p>
          </>
        }
      />
      {asked && (
        <AskRevoke
          invitation={asked}
          onClose={() => setAsked(undefined)}
          onDone={() => {
            setAsked(undefined)
            list.retry()
          }}
        />
      )}
    </Page>
  )
}

/** What another admin, or the guest herself, has done meanwhile is said as such. */
function useful(
  error: Error,
  t: { changedMeanwhile: string; partnerInactive: string; failed: string },
) {
  if (!(error instanceof Refusal)) return t.failed
  if (error.code === errorCodes.changedMeanwhile) return t.changedMeanwhile
  return error.code === errorCodes.partnerInactive ? t.partnerInactive : t.failed
}

type Deeds = {
  onResend: (invitation: Invitation) => void
  onRevoke: (invitation: Invitation) => void
}

function useColumns(deeds: Deeds): Column<Invitation>[] {
  const t = useMessages(messages)
  return [
    {
      title: t.name,
      cell: ({ firstname, lastname, email }) => (
        <>
          <bdi>
            {firstname} {lastname}
          </bdi>
          <bdi className="second-line">{email}</bdi>
        </>
      ),
    },
    { title: t.company, cell: ({ partner }) => <bdi>{partner.name}</bdi> },
    {
      title: t.platforms,
      cell: ({ subsystems }) => (
        <bdi>{subsystems.map(({ name }) => name).join(', ') || t.noPlatforms}</bdi>
      ),
    },
    { title: t.state, cell: ({ state }) => t[`state_${state}`] },
    { title: t.createdAt, cell: ({ createdAt }) => <Moment time={createdAt} /> },
    {
      title: t.expiresAt,
      cell: ({ state, expiresAt }) =>
        state === 'open' && expiresAt !== null ? <Moment time={expiresAt} /> : '—',
    },
    {
      title: t.action,
      cell: (invitation) => <Buttons invitation={invitation} {...deeds} />,
    },
  ]
}

function Buttons({ invitation, onResend, onRevoke }: Deeds & { invitation: Invitation }) {
  const t = useMessages(messages)
  const { state, firstname, lastname } = invitation
  const name = `${firstname} ${lastname}`
  if (state === 'accepted' || state === 'revoked') return '—'
  return (
    <span className="button-row">
      <button
        type="button"
        className="secondary-button row-button"
        aria-label={fill(t.resendOf, { name })}
        onClick={() => onResend(invitation)}
      >
        {t.resend}
      </button>
      <button
        type="button"
        className="secondary-button row-button"
        aria-label={fill(t.revokeOf, { name })}
        onClick={() => onRevoke(invitation)}
      >
        {t.revoke}
      </button>
    </span>
  )
}
