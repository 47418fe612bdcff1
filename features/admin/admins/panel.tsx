import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { fill } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { useAdminMe } from '#web/me.ts'
import { nameOf, Recent } from '#web/ui/facts.tsx'
import { RecordActions, RecordColumns, type RecordAction } from '#web/ui/record-actions.tsx'
import { PersonHeader } from '#web/ui/record-header.tsx'
import { RecordPage } from '#web/ui/record-page.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import {
  ActivationDialog,
  EndSessionsDialog,
  ResetDialog,
  RevokeDialog,
  SuspendDialog,
} from './account-dialogs.tsx'
import { accountMessages } from './account-messages.ts'
import { Account, Invitation, RolesPanel } from './admin-overview.tsx'
import { AdminSessions, useAdminSessions } from './admin-sessions.tsx'
import { State } from './cells.tsx'
import { getAdminUser, type AdminDetails } from './contract.ts'
import { useMayManage } from './may-manage.tsx'
import { messages } from './messages.ts'
import type { PagesFor } from './role-choices.tsx'
import { RolesDialog } from './roles-dialog.tsx'

type Props = {
  id: string
  /** The tab in the address bar. */
  tab: string | undefined
  onTab: (tab: string) => void
  backLink: (text: string) => ReactNode
  /** What waits for a second person. */
  pending: ReactNode
  pagesFor: PagesFor
  /** A link to the page of one's own account. */
  accountLink: (text: string) => ReactNode
  /** What the admin did; undefined where the viewer may not see it. */
  activity?: ((id: string) => ReactNode) | undefined
}

/** One admin: roles, second factor, sessions, and what can be done with the account. */
export function AdminUserPanel({ id, backLink, ...rest }: Props) {
  const t = useMessages(messages)
  const record = useQuery({
    queryKey: ['admin-user', id],
    queryFn: ({ signal }) => call(getAdminUser, { params: { adminUserId: id } }, { signal }),
    staleTime: 0,
  })
  return (
    <RecordPage back={backLink(t.back)} record={record} t={t}>
      {(admin) => <Admin admin={admin} {...rest} />}
    </RecordPage>
  )
}

type AdminProps = Omit<Props, 'id' | 'backLink'> & { admin: AdminDetails }

function Admin({ admin, tab, onTab, pending, activity, ...rest }: AdminProps) {
  const words = useMessages(accountMessages)
  const queryClient = useQueryClient()
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['admin-user', admin.id] })
  const tabs = [
    {
      id: 'overview',
      text: words.tab_overview,
      content: (
        <>
          {admin.invitation && !admin.joined && <Invitation invitation={admin.invitation} />}
          <RolesPanel admin={admin} pagesFor={rest.pagesFor} />
          <Account admin={admin} />
        </>
      ),
    },
    { id: 'sessions', text: words.sessions, content: <AdminSessions id={admin.id} /> },
    ...(activity
      ? [{ id: 'activity', text: words.tab_activity, content: activity(admin.id) }]
      : []),
  ]
  return (
    <>
      <Header admin={admin} accountLink={rest.accountLink} />
      {pending}
      <RecordColumns actions={<Actions admin={admin} onDone={refresh} {...rest} />}>
        <Tabs label={words.tabs} tabs={tabs} current={tab} onChange={onTab} />
      </RecordColumns>
    </>
  )
}

function Header({ admin, accountLink }: Pick<AdminProps, 'admin' | 'accountLink'>) {
  const t = useMessages(messages)
  const words = useMessages(accountMessages)
  const { id } = useAdminMe()
  const { lastLogin } = admin
  return (
    <PersonHeader
      name={nameOf(admin)}
      email={admin.email}
      tags={
        <>
          <State admin={admin} />
          {admin.id === id && <span className="tag">{t.you}</span>}
        </>
      }
    >
      <span className={lastLogin === null ? 'visually-hidden' : undefined}>
        {t.lastLogin}: <Recent time={lastLogin} missing={t.never} />
      </span>
      {admin.id === id && accountLink(words.yourAccount)}
    </PersonHeader>
  )
}

type Action = 'roles' | 'reset' | 'revocation' | 'sessions' | 'suspension' | 'activation'
type ActionsProps = Pick<AdminProps, 'admin' | 'pagesFor'> & { onDone: () => void }

/** Nothing for one's own account, which has a page of its own. */
function Actions({ admin, pagesFor, onDone }: ActionsProps) {
  const t = useMessages(messages)
  const [action, setAction] = useState<Action>()
  const close = () => setAction(undefined)
  const done = () => {
    close()
    onDone()
  }
  const common = { admin, onClose: close, onDone: done }
  return (
    <>
      <RecordActions {...useOffers(admin)} onChoose={setAction} />
      {action === 'roles' && (
        <RolesDialog
          admin={admin}
          pagesFor={pagesFor}
          onClose={close}
          onConflict={onDone}
          onSaved={() => {
            showSuccess(fill(t.saved, { name: nameOf(admin) }))
            done()
          }}
        />
      )}
      {action === 'reset' && <ResetDialog {...common} />}
      {action === 'revocation' && <RevokeDialog {...common} />}
      {action === 'sessions' && <EndSessionsDialog {...common} />}
      {action === 'suspension' && <SuspendDialog {...common} />}
      {action === 'activation' && <ActivationDialog {...common} />}
    </>
  )
}

type Offers = Record<'usual' | 'grave', RecordAction<Action>[]>

function useOffers(admin: AdminDetails): Offers {
  const { change } = useMessages(messages)
  const t = useMessages(accountMessages)
  const { id } = useAdminMe()
  const isManageable = useMayManage()(admin)
  const sessions = useAdminSessions(admin.id)
  if (admin.id === id) return { usual: [], grave: [] }
  const roles = { id: 'roles', text: change, hint: t.rolesHint } as const
  if (!isManageable) return { usual: [roles], grave: [] }
  const activation = { id: 'activation', text: t.activate, hint: t.activateHint } as const
  if (!admin.active) return { usual: [roles, activation], grave: [] }
  const hasSessions = (sessions.data?.length ?? 0) > 0
  return {
    usual: [
      ...(admin.joined ? [] : [{ id: 'reset', text: t.resend, hint: t.resendHint } as const]),
      roles,
      ...(admin.joined ? [{ id: 'reset', text: t.reset, hint: t.resetHint } as const] : []),
      ...(hasSessions
        ? [{ id: 'sessions', text: t.endSessions, hint: t.sessionsHint } as const]
        : []),
    ],
    grave: [
      ...(admin.invitation?.state === 'open'
        ? [{ id: 'revocation', text: t.revoke } as const]
        : []),
      ...(admin.suspendedUntil === null && admin.joined
        ? [{ id: 'suspension', text: t.suspend, hint: t.suspendHint } as const]
        : []),
      { id: 'activation', text: t.deactivate, hint: t.deactivateHint },
    ],
  }
}
