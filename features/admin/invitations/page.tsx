import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { fill } from '#contract/locale.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { call } from '#web/api.ts'
import { Failure } from '#web/ui/failure.tsx'
import { useList } from '#web/ui/list.ts'
import { useWords } from '#web/locale.ts'
import { Moment } from '#web/ui/moment.tsx'
import { Page, PageHeader } from '#web/ui/page.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { ListTable, type Column } from '#web/ui/table.tsx'
import { AskRevoke } from './ask-revoke.tsx'
import { listInvitations, resendInvitation, type Invitation } from './contract.ts'
import { words } from './messages.ts'
import styles from './page.module.css'

type Props = { inviteLink: (text: string) => ReactNode }

export function InvitationsHeader() {
  const say = useWords(words)
  return <PageHeader title={say.title} intro={say.intro} />
}

export function InvitationsPage({ inviteLink }: Props) {
  const say = useWords(words)
  const [asked, setAsked] = useState<Invitation>()
  const list = useList<Invitation>(['invitations'], (cursor, extra) =>
    call(listInvitations, { query: { ...(cursor !== undefined && { cursor }) } }, extra),
  )
  const sending = useMutation({
    mutationFn: ({ id }: Invitation) => call(resendInvitation, { params: { id }, body: {} }),
    onSuccess: (_, { email }) => showSuccess(fill(say.resent, { email })),
    onSettled: list.retry,
  })
  const columns = useColumns({ onResend: sending.mutate, onRevoke: setAsked })
  return (
    <Page>
      <InvitationsHeader />
      <div className={styles.tools}>{inviteLink(say.invite)}</div>
      {sending.isError && <Failure text={useful(sending.error, say)} error={sending.error} />}
      <ListTable
        caption={say.caption}
        columns={columns}
        keyOf={({ id }) => id}
        list={list}
        empty={
          <>
            <strong>{say.none}</strong>
            <p>{say.noneHint}</p>
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
  say: { changedMeanwhile: string; partnerInactive: string; failed: string },
) {
  if (!(error instanceof Refusal)) return say.failed
  if (error.code === errorCodes.changedMeanwhile) return say.changedMeanwhile
  return error.code === errorCodes.partnerInactive ? say.partnerInactive : say.failed
}

type Deeds = {
  onResend: (invitation: Invitation) => void
  onRevoke: (invitation: Invitation) => void
}

function useColumns(deeds: Deeds): Column<Invitation>[] {
  const say = useWords(words)
  return [
    {
      title: say.name,
      cell: ({ firstname, lastname, email }) => (
        <>
          <bdi>
            {firstname} {lastname}
          </bdi>
          <bdi className="second-line">{email}</bdi>
        </>
      ),
    },
    { title: say.company, cell: ({ partner }) => <bdi>{partner.name}</bdi> },
    {
      title: say.platforms,
      cell: ({ subsystems }) => (
        <bdi>{subsystems.map(({ name }) => name).join(', ') || say.noPlatforms}</bdi>
      ),
    },
    { title: say.state, cell: ({ state }) => say[`state_${state}`] },
    { title: say.createdAt, cell: ({ createdAt }) => <Moment time={createdAt} /> },
    {
      title: say.expiresAt,
      cell: ({ state, expiresAt }) =>
        state === 'open' && expiresAt !== null ? <Moment time={expiresAt} /> : '—',
    },
    {
      title: say.action,
      cell: (invitation) => <Buttons invitation={invitation} {...deeds} />,
    },
  ]
}

function Buttons({ invitation, onResend, onRevoke }: Deeds & { invitation: Invitation }) {
  const say = useWords(words)
  const { state, firstname, lastname } = invitation
  const name = `${firstname} ${lastname}`
  if (state === 'accepted' || state === 'revoked') return '—'
  return (
    <span className="button-row">
      <button
        type="button"
        className="secondary-button row-button"
        aria-label={fill(say.resendOf, { name })}
        onClick={() => onResend(invitation)}
      >
        {say.resend}
      </button>
      <button
        type="button"
        className="secondary-button row-button"
        aria-label={fill(say.revokeOf, { name })}
        onClick={() => onRevoke(invitation)}
      >
        {say.revoke}
      </button>
    </span>
  )
}
