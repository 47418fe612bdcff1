import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as adminLinks from '#contract/admin-links.ts'
import { call } from '#web/api.ts'
import { LinkTo } from '#web/link-to.tsx'
import { useMessages } from '#web/locale.ts'
import { useAdminMe } from '#web/me.ts'
import { useListLink, usePageSearch, useRecordId } from '#web/page-search.ts'
import { useParts } from '#web/parts/parts.ts'
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
import { accountMessages, messages } from './texts/messages.ts'
import { Account, Invitation, RolesPanel } from './admin-overview.tsx'
import { AdminSessions, useAdminSessions } from './admin-sessions.tsx'
import { State } from './cells.tsx'
import { getAdminUser, type AdminDetails } from './contract.ts'
import { useMayManage } from './may-manage.tsx'
import { RolesDialog } from './roles-dialog.tsx'

/** The page of one admin: roles, second factor, sessions, and the actions on the account. */
export function AdminUserPanel() {
  const t = useMessages(messages)
  const id = useRecordId()
  const listLink = useListLink(adminLinks.admins)
  const record = useQuery({
    queryKey: ['admin-user', id],
    queryFn: ({ signal }) => call(getAdminUser, { params: { adminUserId: id } }, { signal }),
    staleTime: 0,
  })
  return (
    <RecordPage back={<LinkTo to={listLink}>{t.back}</LinkTo>} record={record} t={t}>
      {(admin) => <Admin key={admin.id} admin={admin} />}
    </RecordPage>
  )
}

function Admin({ admin }: { admin: AdminDetails }) {
  const { Pending, ActivityOfAdmin } = useParts()
  const { search, onPart } = usePageSearch(adminLinks.admin)
  const maySeeActivity = useAdminMe().permissions.includes('view_admin_audit_log')
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
          <RolesPanel admin={admin} />
          <Account admin={admin} />
        </>
      ),
    },
    { id: 'sessions', text: words.sessions, content: <AdminSessions id={admin.id} /> },
    ...(maySeeActivity
      ? [
          {
            id: 'activity',
            text: words.tab_activity,
            content: <ActivityOfAdmin admin={admin.id} />,
          },
        ]
      : []),
  ]
  return (
    <>
      <Header admin={admin} />
      <Pending about={{ target: admin.id }} />
      <RecordColumns actions={<Actions admin={admin} onDone={refresh} />}>
        <Tabs
          label={words.tabs}
          tabs={tabs}
          current={search.tab}
          onChange={(tab) => onPart({ tab })}
        />
      </RecordColumns>
    </>
  )
}

function Header({ admin }: { admin: AdminDetails }) {
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
      {admin.id === id && <LinkTo to={adminLinks.adminAccount()}>{words.yourAccount}</LinkTo>}
    </PersonHeader>
  )
}

type Action = 'roles' | 'reset' | 'revocation' | 'sessions' | 'suspension' | 'activation'
type ActionsProps = { admin: AdminDetails; onDone: () => void }

/** The actions on another admin's account. Admins manage their own account on its own page. */
function Actions({ admin, onDone }: ActionsProps) {
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
          onClose={close}
          onConflict={onDone}
          onSaved={() => {
            showSuccess(t.saved({ name: nameOf(admin) }))
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
