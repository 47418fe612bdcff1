import { Suspense } from 'react'
import { lazyPart } from '#web/lazy.tsx'
import { useMessages } from '#web/locale.ts'
import { useAdminMe } from '#web/me.ts'
import { Loading } from '#web/ui/loading.tsx'
import { paths } from '../addresses.ts'
import { lazyPage, preloadOf } from '../area.tsx'
import { messages } from '../frame-messages.ts'
import { visibleMenu } from '../guards.ts'
import { Pending } from './approvals.tsx'
import { adminMenu } from './admin-menu.ts'
import { useNameLinks } from './name-links.tsx'
import { linkTo, linkToOne, usePageSearch } from '../page-links.tsx'

const AdminUsersPage = lazyPage(
  () => import('../../../features/admin/admins/page.tsx'),
  'AdminUsersPage',
)
const AdminUserPanel = lazyPage(
  () => import('../../../features/admin/admins/panel.tsx'),
  'AdminUserPanel',
)
const ActivityOfAdmin = lazyPart(
  async () =>
    (await import('../../../features/admin/audit-log/admin-activity-panel.tsx')).ActivityOfAdmin,
  paths.auditLogs,
)
AdminUsers.preload = preloadOf(AdminUsersPage)

export function AdminUsers() {
  const t = useMessages(messages)
  const { search, go, onSearch } = usePageSearch(paths.adminUsers)
  const { admin, tab, form, ...listed } = search
  const shared = {
    accountLink: linkTo(paths.adminAccount, {}),
    pagesFor: (permissions: readonly string[]) =>
      visibleMenu(adminMenu, permissions).map(({ text }) => t[text]),
  }
  const activity = useActivityOfAdmin()
  if (admin !== undefined) {
    return (
      <AdminUserPanel
        key={admin}
        id={admin}
        tab={tab}
        onTab={(next) => go({ ...search, tab: next })}
        backLink={linkTo(paths.adminUsers, listed)}
        pending={<Pending about={{ target: admin }} />}
        activity={activity}
        {...shared}
      />
    )
  }
  return (
    <AdminUsersPage
      search={listed}
      onSearch={onSearch}
      isInviting={form !== undefined}
      onInviting={(isOpen) => go({ ...search, form: isOpen ? 'new' : '' })}
      pending={<Pending about={{ kind: 'admin-roles,admin-add,admin-reset,admin-deactivate' }} />}
      adminLink={linkToOne(paths.adminUsers, listed, 'admin')}
      {...shared}
    />
  )
}

/** Returns a function that renders an admin's activity; undefined unless the viewer may read what other admins did. */
function useActivityOfAdmin() {
  const { permissions } = useAdminMe()
  const links = useNameLinks()
  if (!permissions.includes('view_admin_audit_log')) return undefined
  return (id: string) => (
    <Suspense fallback={<Loading />}>
      <ActivityOfAdmin
        admin={id}
        links={links}
        logLink={linkTo(paths.auditLogs, { user: id }, 'side-link')}
      />
    </Suspense>
  )
}
