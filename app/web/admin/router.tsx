import { createRootRouteWithContext, createRoute, createRouter } from '@tanstack/react-router'
import type { AdminMe } from '#contract/admin.ts'
import { Loading } from '#web/ui/loading.tsx'
import { listAdminUsers } from '../../../features/admin/admins/contract.ts'
import { listEntries } from '../../../features/admin/audit-log/contract.ts'
import { listPartners } from '../../../features/admin/companies/contract.ts'
import { listInvitations } from '../../../features/admin/invitations/contract.ts'
import { listPlatforms } from '../../../features/admin/platforms/contract.ts'
import { listUsers } from '../../../features/admin/users/contract.ts'
import { paths } from '../addresses.ts'
import { routerOptions } from '../area.tsx'
import { NoPermission, NotFound } from '../dead-ends.tsx'
import { awayWhenPermitted, requirePermissions, toFirstPermitted } from '../guards.ts'
import { textsOf } from '../search.ts'
import { AdminFrame } from './admin-frame.tsx'
import { adminMenu } from './admin-menu.ts'
import { LogOut } from './log-out.tsx'
import { AdminUsers, AuditLog, Companies, Invitations, PartnerUsers, Platforms } from './pages.tsx'

type Context = { findAdmin: () => Promise<AdminMe> }

const root = createRootRouteWithContext<Context>()({ notFoundComponent: Missing })

/** Without a session, `findAdmin` sends the browser to the login and never resolves (ST-05). */
const admin = createRoute({
  getParentRoute: () => root,
  path: 'admin',
  beforeLoad: async ({ context }) => ({ me: await context.findAdmin() }),
  component: AdminFrame,
  pendingComponent: () => <Loading />,
  notFoundComponent: Missing,
})

const empty = createRoute({
  getParentRoute: () => admin,
  path: '/',
  beforeLoad: toFirstPermitted(adminMenu, paths.adminNoPermission),
})

const auditLog = createRoute({
  getParentRoute: () => admin,
  path: 'audit-logs',
  beforeLoad: requirePermissions(listEntries.access.adminWithAnyOf),
  validateSearch: (search: Record<string, unknown>) =>
    textsOf(search, [
      'startDate',
      'endDate',
      'range',
      'action',
      'user',
      'ipAddress',
      'subSystem',
      'requestId',
      'zone',
      'entry',
      'cursor',
    ]),
  component: AuditLog,
})

const partnerUsers = createRoute({
  getParentRoute: () => admin,
  path: 'users',
  beforeLoad: requirePermissions(listUsers.access.adminWithAnyOf),
  validateSearch: (search: Record<string, unknown>) =>
    textsOf(search, ['q', 'deactivated', 'company', 'user']),
  component: PartnerUsers,
})

const invitations = createRoute({
  getParentRoute: () => admin,
  path: 'invitations',
  beforeLoad: requirePermissions(listInvitations.access.adminWithAnyOf),
  validateSearch: (search: Record<string, unknown>) => textsOf(search, ['form']),
  component: Invitations,
})

const companies = createRoute({
  getParentRoute: () => admin,
  path: 'companies',
  beforeLoad: requirePermissions(listPartners.access.adminWithAnyOf),
  validateSearch: (search: Record<string, unknown>) => textsOf(search, ['q', 'company']),
  component: Companies,
})

const platforms = createRoute({
  getParentRoute: () => admin,
  path: 'platforms',
  beforeLoad: requirePermissions(listPlatforms.access.adminWithAnyOf),
  validateSearch: (search: Record<string, unknown>) => textsOf(search, ['platform']),
  component: Platforms,
})

const adminUsers = createRoute({
  getParentRoute: () => admin,
  path: 'admin-users',
  beforeLoad: requirePermissions(listAdminUsers.access.adminWithAnyOf),
  component: AdminUsers,
})

const logOut = createRoute({
  getParentRoute: () => admin,
  path: 'logout',
  component: LogOut,
})

const noPermission = createRoute({
  getParentRoute: () => admin,
  path: 'no-permission',
  beforeLoad: awayWhenPermitted(adminMenu),
  component: () => <NoPermission word="adminNoPermission" />,
})

const pages = [
  empty,
  auditLog,
  partnerUsers,
  invitations,
  companies,
  platforms,
  adminUsers,
  logOut,
  noPermission,
]

function Missing() {
  return <NotFound start={paths.admin} word="toAdminStart" />
}

export function createAdminRouter(context: Context) {
  return createRouter({
    routeTree: root.addChildren([admin.addChildren(pages)]),
    context,
    ...routerOptions,
  })
}
