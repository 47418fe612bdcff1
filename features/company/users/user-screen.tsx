import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as links from '#contract/links.ts'
import { formatRecent } from '#contract/relative-time.ts'
import { defaultTimeZone } from '#contract/time.ts'
import { call } from '#web/api.ts'
import { LinkTo } from '#web/link-to.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { useMe } from '#web/me.ts'
import { useListLink, useRecordId } from '#web/page-search.ts'
import { nameOf } from '#web/ui/facts.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { FormDialog } from '#web/ui/confirm.tsx'
import { useForm } from '#web/ui/form.tsx'
import { ReasonDialog, ReasonField } from '#web/ui/reason-dialog.tsx'
import { RecordActions, RecordColumns, type RecordAction } from '#web/ui/record-actions.tsx'
import { PersonHeader } from '#web/ui/record-header.tsx'
import { RecordPage, whileEditing } from '#web/ui/record-page.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { UserStatus } from '#web/ui/user-columns.tsx'
import { delegationMessages } from '#web/ui/texts/messages.ts'
import {
  activateColleague,
  deactivateColleague,
  endColleagueSessions,
  getColleague,
  recoverColleague,
  type Colleague,
} from './contract.ts'
import { Facts } from './facts.tsx'
import { messages, roleMessages } from './texts/messages.ts'
import { Platforms } from './platforms.tsx'
import { Roles } from './roles.tsx'

/** A user of the company: the account's data and actions for the company's administrators. */
export function ColleaguePanel() {
  const t = useMessages(messages)
  const id = useRecordId()
  const listLink = useListLink(links.companyUsers)
  // Only an owner grants roles and deactivates an owner.
  const isOwner = useMe().permissions.includes('company_owner')
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
    <RecordPage back={<LinkTo to={listLink}>{t.back}</LinkTo>} record={record} t={t}>
      {(user) => <User key={user.id} user={user} {...shown} />}
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
      <RecordColumns
        actions={
          user.isSelf ? <Notice title={t.itIsYou}>{t.itIsYouText}</Notice> : <Actions {...props} />
        }
      >
        <Platforms {...props} />
        {(isOwner || user.roles.length > 0) && <Roles {...props} />}
        <Facts user={user} />
      </RecordColumns>
    </>
  )
}

function Header({ user }: { user: Colleague }) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const { lastLogin, status, email } = user
  const time = lastLogin === null ? '' : formatRecent(lastLogin, locale, defaultTimeZone())
  return (
    <PersonHeader name={nameOf(user)} email={email} tags={<UserStatus status={status} />}>
      <span>{lastLogin === null ? t.neverSeen : t.seen({ time })}</span>
    </PersonHeader>
  )
}

type Action = 'sessions' | 'activation' | 'recover'

function Actions(props: UserProps) {
  const { user, isOwner } = props
  const t = useMessages(messages)
  const [action, setAction] = useState<Action>()
  return (
    <>
      <RecordActions {...useOffers(user, isOwner)} graveTitle={t.emergency} onChoose={setAction} />
      {action === 'activation' && (
        <ActivationDialog {...props} onClose={() => setAction(undefined)} />
      )}
      {action === 'recover' && <RecoverDialog {...props} onClose={() => setAction(undefined)} />}
      {action === 'sessions' && <SessionsDialog {...props} onClose={() => setAction(undefined)} />}
    </>
  )
}

type Offers = { usual: RecordAction<Action>[]; grave: RecordAction<Action>[] }

function useOffers({ active, openSessions, roles, mfa }: Colleague, isOwner: boolean): Offers {
  const t = useMessages(messages)
  const mayDeactivate = active && (isOwner || !roles.includes('owner'))
  return {
    usual: [
      ...(openSessions > 0 ? [{ id: 'sessions', text: t.endSessions } as const] : []),
      ...(active && (mfa.totp || mfa.passkeys > 0)
        ? [{ id: 'recover', text: t.recover, hint: t.recoverHint } as const]
        : []),
      ...(active ? [] : [{ id: 'activation', text: t.activate } as const]),
    ],
    grave: mayDeactivate ? [{ id: 'activation', text: t.deactivate }] : [],
  }
}

type DialogProps = UserProps & { onClose: () => void }

function ActivationDialog({ user, onChanged, onClose }: DialogProps) {
  const t = useMessages(messages)
  const words = { ...useMessages(roleMessages), ...useMessages(delegationMessages), ...t }
  const { id, active, openSessions } = user
  const name = nameOf(user)
  return (
    <ReasonDialog
      t={words}
      endpoint={active ? deactivateColleague : activateColleague}
      params={{ id }}
      isDangerous={active}
      title={(active ? t.askDeactivate : t.askActivate)({ name })}
      action={active ? t.deactivate : t.activate}
      onClose={onClose}
      onDone={(reply) => {
        showSuccess(t.done({ name, change: active ? 'deactivated' : 'activated' }))
        onChanged(reply as Colleague)
        onClose()
      }}
    >
      <p>{(active ? t.effectDeactivate : t.effectActivate)({ name })}</p>
      {active && openSessions > 0 && (
        <p>
          <strong>{t.openSessions({ count: openSessions })}</strong>
        </p>
      )}
    </ReasonDialog>
  )
}

function SessionsDialog({ user, onReload, onClose }: DialogProps) {
  const t = useMessages(messages)
  const name = nameOf(user)
  return (
    <ReasonDialog
      t={t}
      endpoint={endColleagueSessions}
      params={{ id: user.id }}
      isDangerous
      title={t.askEnd({ name })}
      action={t.endSessions}
      onClose={onClose}
      onDone={(reply) => {
        showSuccess(t.ended({ count: (reply as { ended: number }).ended }))
        onReload()
        onClose()
      }}
    >
      <p>{t.endEffect({ name })}</p>
    </ReasonDialog>
  )
}

/** A dialog that requests a recovery, which another administrator must approve. */
function RecoverDialog({ user, onClose }: DialogProps) {
  const t = useMessages(messages)
  const name = nameOf(user)
  const form = useForm(recoverColleague, t, {
    empty: { reason: '' },
    params: { id: user.id },
    onAsked: () => {
      showSuccess(t.recoverAsked)
      onClose()
    },
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t.askRecover({ name })}
      action={t.askRecoverAction}
      onClose={onClose}
      form={form}
      fields={<ReasonField form={form} label={t.reason} />}
    >
      <p>{t.recoverEffect({ name })}</p>
    </FormDialog>
  )
}
