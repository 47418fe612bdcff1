import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { fill, isolate, type MessagesOf } from '#contract/locale.ts'
import { Refusal } from '#contract/refusal.ts'
import { call } from '#web/api.ts'
import { ConfirmAction } from '#web/ui/confirm.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Moment, nameOf, Names } from '#web/ui/facts.tsx'
import { ListPage, useList } from '#web/ui/list-page.tsx'
import { headerOf } from '#web/ui/page.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import type { Column } from '#web/ui/table.tsx'
import { listInvitations, resendInvitation, revokeInvitation, type Invitation } from './contract.ts'
import { messages } from './messages.ts'
import styles from './page.module.css'

type Props = { inviteLink: (text: string) => ReactNode }

export const InvitationsHeader = headerOf(messages)

export function InvitationsPage({ inviteLink }: Props) {
  const t = useMessages(messages)
  const [asked, setAsked] = useState<Invitation>()
  const list = useList(listInvitations)
  const sending = useMutation({
    mutationFn: ({ id }: Invitation) => call(resendInvitation, { params: { id }, body: {} }),
    onSuccess: ({ added }, { email, subsystems }) => {
      const names = subsystems.filter(({ id }) => added?.includes(id)).map(({ name }) => name)
      const text = added === null ? t.resent : added.length > 0 ? t.added : t.addedNone
      showSuccess(
        fill(text, { email, platforms: names.map((name) => isolate(name, text)).join(', ') }),
      )
    },
    onSettled: list.refetch,
  })
  return (
    <ListPage
      header={<InvitationsHeader />}
      tools={
        <>
          <div className={styles.tools}>{inviteLink(t.invite)}</div>
          {sending.isError && (
            <Failure text={t.failed} words={wordsFor(sending.error, t)} error={sending.error} />
          )}
        </>
      }
      t={t}
      columns={useColumns({ onResend: sending.mutate, onRevoke: setAsked })}
      list={list}
    >
      {asked && (
        <RevokeDialog
          invitation={asked}
          onClose={() => setAsked(undefined)}
          onDone={list.refetch}
        />
      )}
    </ListPage>
  )
}

type RevokeProps = { invitation: Invitation; onClose: () => void; onDone: () => void }

function RevokeDialog({ invitation, onClose, onDone }: RevokeProps) {
  const t = useMessages(messages)
  const { id } = invitation
  const name = nameOf(invitation)
  return (
    <ConfirmAction
      title={fill(t.askRevoke, { name })}
      cancel={t.cancel}
      action={t.revoke}
      isDangerous
      failed={t.failed}
      words={t}
      run={() => call(revokeInvitation, { params: { id }, body: {} })}
      onClose={onClose}
      onDone={() => {
        showSuccess(fill(t.revoked, { name }))
        onDone()
      }}
    >
      <p>{t.revokeEffect}</p>
    </ConfirmAction>
  )
}

/** The page's words, with the company of a user who was invited for another. */
function wordsFor(error: unknown, t: MessagesOf<typeof messages>) {
  const company = error instanceof Refusal ? (error.faults[0]?.company ?? '') : ''
  return { ...t, userOfOtherCompany: fill(t.userOfOtherCompany, { company }) }
}

type Actions = {
  onResend: (invitation: Invitation) => void
  onRevoke: (invitation: Invitation) => void
}

function useColumns(actions: Actions): Column<Invitation>[] {
  const t = useMessages(messages)
  return [
    {
      title: t.name,
      cell: (invitation) => (
        <>
          <bdi>{nameOf(invitation)}</bdi>
          <bdi className="second-line">{invitation.email}</bdi>
        </>
      ),
    },
    { title: t.company, cell: ({ partner }) => <bdi>{partner.name}</bdi> },
    {
      title: t.platforms,
      cell: ({ subsystems }) => <Names of={subsystems} none={t.noPlatforms} />,
    },
    { title: t.state, cell: ({ state }) => t[`state_${state}`] },
    { title: t.createdAt, cell: ({ createdAt }) => <Moment time={createdAt} /> },
    {
      title: t.expiresAt,
      cell: ({ state, expiresAt }) => (
        <Moment time={state === 'open' ? expiresAt : null} missing={t.notOpen} />
      ),
    },
    {
      title: t.action,
      cell: (invitation) => <Buttons invitation={invitation} {...actions} />,
    },
  ]
}

function Buttons({ invitation, onResend, onRevoke }: Actions & { invitation: Invitation }) {
  const t = useMessages(messages)
  const { state } = invitation
  const name = nameOf(invitation)
  if (state === 'accepted' || state === 'revoked') return null
  return (
    <span className="button-row">
      <Button isInRow aria-label={fill(t.resendOf, { name })} onClick={() => onResend(invitation)}>
        {t.resend}
      </Button>
      <Button isInRow aria-label={fill(t.revokeOf, { name })} onClick={() => onRevoke(invitation)}>
        {t.revoke}
      </Button>
    </span>
  )
}
