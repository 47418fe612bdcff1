import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as links from '#contract/links.ts'
import { formatRecentInSentence } from '#contract/sentence-time.ts'
import { nameOf } from '#contract/full-name.ts'
import { call } from '#web/api.ts'
import { LinkTo } from '#web/link-to.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { useMe, useTimeZone } from '#web/me.ts'
import { useListLink, useRecordId } from '#web/page-search.ts'
import { action } from '#web/ui/action.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RecordActions, RecordColumns } from '#web/ui/record-actions.tsx'
import { PersonHeader } from '#web/parts/record-header.tsx'
import { RecordPage, whileEditing } from '#web/ui/record-page.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { UserStatus } from '#web/parts/user-columns.tsx'
import { delegationMessages } from '#web/parts/texts/messages.ts'
import {
  activateColleague,
  deactivateColleague,
  endColleagueSessions,
  getColleague,
  recoverColleague,
  type Colleague,
} from './contract.ts'
import { Facts } from './facts.tsx'
import { Platforms } from './platforms.tsx'
import { Roles, type UserProps } from './roles.tsx'
import { messages, roleMessages } from './texts/messages.ts'

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
  const common = {
    isOwner,
    onChanged: (user: Colleague) => queryClient.setQueryData(queryKey, user),
    onReload: () => void record.refetch(),
  }
  return (
    <RecordPage back={<LinkTo to={listLink}>{t.back}</LinkTo>} record={record} t={t}>
      {(user) => <User key={user.id} user={user} {...common} />}
    </RecordPage>
  )
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
  const timeZone = useTimeZone()
  const { lastLogin, status, email } = user
  const lastSeen =
    lastLogin === null
      ? t.neverSeen
      : t.seen({ time: formatRecentInSentence(lastLogin, locale, timeZone) })
  return (
    <PersonHeader name={nameOf(user)} email={email} tags={<UserStatus status={status} />}>
      <span>{lastSeen}</span>
    </PersonHeader>
  )
}

function Actions(props: UserProps) {
  const { user, onReload } = props
  const t = useMessages(messages)
  const { id, active, openSessions, mfa } = user
  const name = nameOf(user)
  const common = { params: { id }, reason: 'required', t } as const
  const actions = {
    sessions: action({
      ...common,
      endpoint: endColleagueSessions,
      text: t.endSessions,
      isOffered: openSessions > 0,
      danger: 'usual',
      title: t.askEnd({ name }),
      effect: t.endEffect({ name }),
      done: ({ ended }) => t.ended({ count: ended }),
      onDone: onReload,
    }),
    // Only sends a request: another administrator must approve a recovery.
    recover: action({
      ...common,
      endpoint: recoverColleague,
      text: t.recover,
      hint: t.recoverHint,
      isOffered: active && (mfa.totp || mfa.passkeys > 0),
      title: t.askRecover({ name }),
      confirm: t.askRecoverAction,
      effect: t.recoverEffect({ name }),
      onAsked: () => showSuccess(t.recoverAsked),
    }),
    activation: useActivation(props),
  }
  return <RecordActions actions={actions} graveTitle={t.emergency} />
}

function useActivation({ user, isOwner, onChanged }: UserProps) {
  const t = useMessages(messages)
  const errorTexts = { ...useMessages(roleMessages), ...useMessages(delegationMessages), ...t }
  const { id, active, openSessions, roles } = user
  const name = nameOf(user)
  return action({
    endpoint: active ? deactivateColleague : activateColleague,
    params: { id },
    text: active ? t.deactivate : t.activate,
    isOffered: !active || isOwner || !roles.includes('owner'),
    danger: active ? 'grave' : undefined,
    reason: 'required',
    t: errorTexts,
    title: (active ? t.askDeactivate : t.askActivate)({ name }),
    effect: (active ? t.effectDeactivate : t.effectActivate)({ name }),
    children: active && openSessions > 0 && (
      <p>
        <strong>{t.openSessions({ count: openSessions })}</strong>
      </p>
    ),
    done: t.done({ name, change: active ? 'deactivated' : 'activated' }),
    onDone: onChanged,
  })
}
