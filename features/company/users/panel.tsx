import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { counted, fill } from '#contract/locale.ts'
import { formatRecent } from '#contract/relative-time.ts'
import { defaultTimeZone } from '#contract/time.ts'
import { call } from '#web/api.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { EmailText } from '#web/ui/email-text.tsx'
import { nameOf } from '#web/ui/facts.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { RecordPage, whileEditing } from '#web/ui/record-page.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { UserStatus } from '#web/ui/user-columns.tsx'
import { UserAction, UserActionsCard, UserColumns, UserHeader } from '#web/ui/user-page.tsx'
import { delegationMessages } from '#web/ui/delegation-messages.ts'
import {
  activateColleague,
  deactivateColleague,
  endColleagueSessions,
  getColleague,
  type Colleague,
} from './contract.ts'
import { Facts } from './facts.tsx'
import { messages } from './messages.ts'
import { Platforms } from './platforms.tsx'
import { roleMessages } from './role-messages.ts'
import { Roles } from './roles.tsx'

type Props = {
  id: string
  backLink: (text: string) => ReactNode
  /** Only an owner gives roles, and deactivates an owner. */
  isOwner: boolean
}

/** One user of the company: what the company's administrators see of the account, and can do with it. */
export function ColleaguePanel({ id, backLink, isOwner }: Props) {
  const t = useMessages(messages)
  const queryClient = useQueryClient()
  const queryKey = ['colleague', id]
  const record = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getColleague, { params: { id } }, { signal }),
    ...whileEditing,
  })
  const shown = {
    isOwner,
    onChanged: (user: Colleague) => queryClient.setQueryData(queryKey, user),
    onReload: () => void record.refetch(),
  }
  return (
    <RecordPage isWide back={backLink(t.back)} record={record} t={t}>
      {(user) => <User user={user} {...shown} />}
    </RecordPage>
  )
}

type UserProps = {
  user: Colleague
  isOwner: boolean
  onChanged: (user: Colleague) => void
  onReload: () => void
}

function User(props: UserProps) {
  const { user, isOwner } = props
  const t = useMessages(messages)
  return (
    <>
      <Header user={user} />
      <UserColumns
        actions={
          user.isSelf ? <Notice title={t.itIsYou}>{t.itIsYouText}</Notice> : <Actions {...props} />
        }
        main={
          <>
            <Platforms {...props} />
            {(isOwner || user.roles.length > 0) && <Roles {...props} />}
            <Facts user={user} />
          </>
        }
      />
    </>
  )
}

function Header({ user }: { user: Colleague }) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const { lastLogin, status, email } = user
  const time = lastLogin === null ? '' : formatRecent(lastLogin, locale, defaultTimeZone())
  return (
    <UserHeader name={nameOf(user)} tags={<UserStatus status={status} />}>
      <EmailText email={email} />
      <span>{lastLogin === null ? t.neverSeen : fill(t.seen, { time })}</span>
    </UserHeader>
  )
}

type Action = 'sessions' | 'activation'

function Actions(props: UserProps) {
  const { user, isOwner } = props
  const t = useMessages(messages)
  const [action, setAction] = useState<Action>()
  const mayDeactivate = user.active && (isOwner || !user.roles.includes('owner'))
  return (
    <>
      <UserActionsCard
        title={t.actions}
        emergency={
          mayDeactivate
            ? {
                title: t.emergency,
                buttons: <UserAction text={t.deactivate} onPress={() => setAction('activation')} />,
              }
            : undefined
        }
      >
        {user.openSessions > 0 && (
          <UserAction text={t.endSessions} onPress={() => setAction('sessions')} />
        )}
        {!user.active && <UserAction text={t.activate} onPress={() => setAction('activation')} />}
      </UserActionsCard>
      {action === 'activation' && (
        <ActivationDialog {...props} onClose={() => setAction(undefined)} />
      )}
      {action === 'sessions' && <SessionsDialog {...props} onClose={() => setAction(undefined)} />}
    </>
  )
}

type DialogProps = UserProps & { onClose: () => void }

function ActivationDialog({ user, onChanged, onClose }: DialogProps) {
  const t = useMessages(messages)
  const words = { ...useMessages(roleMessages), ...useMessages(delegationMessages), ...t }
  const { locale } = useLocale()
  const { id, active, openSessions } = user
  const name = nameOf(user)
  return (
    <ReasonDialog
      t={words}
      endpoint={active ? deactivateColleague : activateColleague}
      params={{ id }}
      isDangerous={active}
      title={fill(active ? t.askDeactivate : t.askActivate, { name })}
      action={active ? t.deactivate : t.activate}
      onClose={onClose}
      onDone={(reply) => {
        showSuccess(fill(active ? t.doneDeactivate : t.doneActivate, { name }))
        onChanged(reply as Colleague)
        onClose()
      }}
    >
      <p>{fill(active ? t.effectDeactivate : t.effectActivate, { name })}</p>
      {active && openSessions > 0 && (
        <p>
          <strong>{counted(t.openSessions, openSessions, locale)}</strong>
        </p>
      )}
    </ReasonDialog>
  )
}

function SessionsDialog({ user, onReload, onClose }: DialogProps) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const name = nameOf(user)
  return (
    <ReasonDialog
      t={t}
      endpoint={endColleagueSessions}
      params={{ id: user.id }}
      isDangerous
      title={fill(t.askEnd, { name })}
      action={t.endSessions}
      onClose={onClose}
      onDone={(reply) => {
        showSuccess(counted(t.ended, (reply as { ended: number }).ended, locale))
        onReload()
        onClose()
      }}
    >
      <p>{fill(t.endEffect, { name })}</p>
    </ReasonDialog>
  )
}
