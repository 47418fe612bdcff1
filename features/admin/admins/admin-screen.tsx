import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as adminLinks from '#contract/admin-links.ts'
import { nameOf } from '#contract/full-name.ts'
import { call } from '#web/api.ts'
import { LinkTo } from '#web/link-to.tsx'
import { useColon, useMessages } from '#web/locale.ts'
import { useAdminMe } from '#web/me.ts'
import { useListLink, usePageSearch, useRecordId } from '#web/page-search.ts'
import { useParts } from '#web/parts/parts.ts'
import { Moment } from '#web/ui/facts.tsx'
import { RecordActions, RecordColumns } from '#web/ui/record-actions.tsx'
import { PersonHeader } from '#web/parts/record-header.tsx'
import { RecordPage } from '#web/ui/record-page.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useAdminActions, useLoginActions } from './actions.tsx'
import { accountMessages, messages } from './texts/messages.ts'
import { Account, Invitation, RolesPanel } from './admin-overview.tsx'
import { AdminSessions } from './admin-sessions.tsx'
import { State } from './cells.tsx'
import { getAdminUser, type AdminDetails } from './contract.ts'

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
  const overview = (
    <>
      {admin.invitation && !admin.joined && <Invitation invitation={admin.invitation} />}
      <RolesPanel admin={admin} />
      <Account admin={admin} />
    </>
  )
  const tabs = [
    { id: 'overview', text: words.tab_overview, content: overview },
    { id: 'sessions', text: words.sessions, content: <AdminSessions id={admin.id} /> },
  ]
  if (maySeeActivity) {
    const content = <ActivityOfAdmin admin={admin.id} />
    tabs.push({ id: 'activity', text: words.tab_activity, content })
  }
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
  const colon = useColon()
  const words = useMessages(accountMessages)
  const isSelf = useAdminMe().id === admin.id
  const { lastLogin } = admin
  return (
    <PersonHeader
      name={nameOf(admin)}
      email={admin.email}
      tags={
        <>
          <State admin={admin} />
          {isSelf && <span className="tag">{t.you}</span>}
        </>
      }
    >
      {/* Without a login, only screen readers get this fact; the overview shows it. */}
      <span className={lastLogin === null ? 'visually-hidden' : undefined}>
        {t.lastLogin + colon}
        <Moment time={lastLogin} missing={t.never} />
      </span>
      {isSelf && <LinkTo to={adminLinks.adminAccount()}>{words.yourAccount}</LinkTo>}
    </PersonHeader>
  )
}

/** The actions on another admin's account. Admins manage their own account on the page for it. */
function Actions({ admin, onDone }: { admin: AdminDetails; onDone: () => void }) {
  const { roles, reset, ...others } = useAdminActions({ onDone, onConflict: onDone })(admin)
  // The buttons are in the order of the keys. An admin who has not joined mostly needs a new link, which is a reset.
  const firstActions = admin.joined ? { roles, reset } : { reset, roles }
  const loginActions = useLoginActions(admin, onDone)
  return <RecordActions actions={{ ...firstActions, ...loginActions, ...others }} />
}
